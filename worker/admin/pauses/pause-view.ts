import { iso, isoOrNull } from "../../contract/iso-time.ts";
import { PAUSE } from "../../contract/limits.ts";
import { approvalsView, countApprovals } from "../commands/approvals.ts";
import type { PauseRow } from "./pause-admin-store.ts";

/** How many admins end a pause: two, or the only one there is. */
export function resumersNeeded({ adminCount }: Pick<PauseRow, "adminCount">): 1 | 2 {
  return adminCount === 1 ? 1 : 2;
}

/** When the only admin can end a pause, epoch ms; null where two must. */
export function aloneFrom(pause: Pick<PauseRow, "adminCount" | "sinceMs">): number | null {
  return resumersNeeded(pause) === 1 ? pause.sinceMs + PAUSE.aloneAfterMs : null;
}

/** A pause as admins see it. */
export function pauseView(pause: PauseRow) {
  return {
    _id: pause.id,
    what: pause.what,
    reason: pause.reason,
    since: iso(pause.sinceMs),
    by: pause.pausedByName,
    resumedAt: isoOrNull(pause.resumedAtMs),
    approvals: countApprovals(pause.approvedBy, "approve", resumersNeeded(pause)),
    approvedBy: approvalsView(pause.approvedBy),
    /** When the only admin can end it alone; null where two must agree. */
    aloneFrom: isoOrNull(aloneFrom(pause)),
  };
}
