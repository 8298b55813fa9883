import { useEffect, useState } from "react";
import { Check, Copy } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { LiveRegion } from "./live-region.tsx";
import { uiText } from "./ui-text.ts";

const CONFIRMED_MS = 2_000;

type CopyButtonProps = {
  /** The text for the clipboard. */
  text: string;
  /** The name of the text, for the label: "bill number". */
  what: string;
};

/** Copies a reference to the clipboard, and confirms it. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");

  useEffect(() => {
    if (state === "ready") return;
    const timer = setTimeout(() => setState("ready"), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // A browser may refuse; the text is beside the button and can be selected.
      setState("refused");
    }
  }

  return (
    <>
      <IconButton icon={state === "copied" ? Check : Copy} label={uiText.copy(what)} size="dense" onClick={copy} />
      <LiveRegion>{{ ready: "", copied: uiText.copied, refused: uiText.notCopied }[state]}</LiveRegion>
    </>
  );
}
