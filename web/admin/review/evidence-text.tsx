import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { EvidenceState } from "../trader/use-item-context.ts";

const text = ADMIN_TEXT.evidence;
/** Faster loads are not announced: a text for every item would only flicker. */
const LOADING_WORDS_AFTER_MS = 400;

/** Which decisions the evidence allows, and how to load it again. */
export type Evidence = { state: EvidenceState; loadAgain: () => void };

/** Explains in the action bar why nothing can be decided, or only a rejection. */
export function EvidenceMessage({ evidence, canReject }: { evidence: Evidence; canReject: boolean }) {
  if (evidence.state === "shown") return null;
  if (evidence.state === "loading") return <LoadingMessage />;
  return (
    <span role="alert">
      {canReject ? text.onlyReject : text.nothing}{" "}
      <Button size="dense" onClick={evidence.loadAgain}>
        {text.loadAgain}
      </Button>
    </span>
  );
}

function LoadingMessage() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LOADING_WORDS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate && text.loading;
}
