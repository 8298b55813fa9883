import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { EvidenceState } from "../trader/use-item-context.ts";
import type { OfferedAction } from "./review-actions.tsx";

const text = ADMIN_TEXT.evidence;
/** Faster loads are not announced: a text for every item would only flicker. */
const LOADING_WORDS_AFTER_MS = 400;

/** Which decisions the evidence allows, and how to load it again. */
type Evidence = { state: EvidenceState; loadAgain: () => void };

type MissingEvidenceProps<Row, Context> = { evidence: Evidence; offered: readonly OfferedAction<Row, Context>[] };

/** Explains in the action bar why nothing can be decided, or only a rejection. Nothing where no action is possible. */
export function MissingEvidence<Row, Context>({ evidence, offered }: MissingEvidenceProps<Row, Context>) {
  const needs = offered.filter(({ isPossible }) => isPossible).map(({ action }) => action.evidence);
  if (needs.every((need) => need === "none")) return null;
  if (evidence.state === "shown") return null;
  if (evidence.state === "loading") return <LoadingMessage />;
  if (evidence.state === "unseen") return text.unseen;
  return (
    <span role="alert">
      {needs.includes("tried") ? text.onlyReject : text.nothing}{" "}
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
