import { TriangleAlert } from "../../ui/icon.tsx";
import { DeskFlag } from "./admin-flag.tsx";
import { DESK_TEXT } from "./admin-text.ts";
import type { HeldAct } from "./pending-actions.ts";

/** That what was decided about the open item was not done, or that nobody knows, and why. */
export function RefusedFlag({ refused }: { refused: HeldAct }) {
  const title = refused.isOutcomeUnknown ? DESK_TEXT.held.unknown : DESK_TEXT.held.notDone;
  return (
    <DeskFlag tone="warn" icon={TriangleAlert} title={`${refused.what}: ${title}`} isAlert>
      {refused.problem?.message}
    </DeskFlag>
  );
}
