import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { EvidenceState } from "../trader/use-item-context.ts";

const text = ADMIN_TEXT.evidence;
/** What arrives sooner is not announced: words that come and go with every item would only flicker. */
const LOADING_WORDS_AFTER_MS = 400;

/** What the evidence of the open item allows, and where it could not be loaded the way to load it again. */
export type Evidence = { state: EvidenceState; loadAgain: () => void };

/** In the line of the acts: why nothing, or only a rejection, can be begun. */
export function EvidenceWords({ evidence, canReject }: { evidence: Evidence; canReject: boolean }) {
  if (evidence.state === "shown") return null;
  if (evidence.state === "loading") return <LoadingWords />;
  return (
    <span role="alert">
      {canReject ? text.onlyReject : text.nothing}{" "}
      <Button size="dense" onClick={evidence.loadAgain}>
        {text.loadAgain}
      </Button>
    </span>
  );
}

function LoadingWords() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LOADING_WORDS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate && text.loading;
}
