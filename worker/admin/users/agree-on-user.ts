import type { Query } from "../../../db/client.ts";
import { AppError } from "../../contract/errors.ts";
import { ADMIN } from "../../contract/limits.ts";
import { recordApproval } from "../commands/approval-store.ts";
import { type Approval, assertApprovalCounts, type Subject } from "../commands/approvals.ts";
import type { ActingAdmin } from "../commands/run-admin-command.ts";
import { USER_ANSWERS } from "./user-admin-answers.ts";

/** How many owners make an admin, change an admin's roles, or remove a lost second factor, whatever the operation's settings are. */
export const PEOPLE_ADMINS = 2;

/** The approvals that a dialog showed. */
export type ApprovalsSeen = { have: number; need: number } | undefined;

/**
 * Evaluates an admin's approval of an act on a person together with the existing ones. Pure; the database checks it again.
 *
 * @param terms.seen the approvals that the admin's dialog showed
 * @param terms.isAlone whether one owner may decide, who then approves a second time a day later; never for an act that
 * takes two people
 * @returns `isLast` is true when the act happens with this approval; `isRecorded` is true when it is one already
 * @throws AppError `admin_too_new` | `wrong_state`
 */
export function weighAgreement(
  existing: readonly Approval[],
  { seen, isAlone, nowMs }: { seen: ApprovalsSeen; isAlone: boolean; nowMs: number },
  admin: Pick<ActingAdmin, "id" | "ownerCountsFromMs" | "timeZone">,
): { isLast: boolean; isRecorded: boolean } {
  assertApprovalCounts({ countsFromMs: admin.ownerCountsFromMs, timeZone: admin.timeZone });
  if (seen && seen.have !== existing.length) throw new AppError("wrong_state", USER_ANSWERS.changed);
  const own = existing.find(({ adminId }) => adminId === admin.id);
  if (existing.some(({ adminId }) => adminId !== admin.id)) return { isLast: true, isRecorded: own !== undefined };
  if (!own) return { isLast: false, isRecorded: false };
  if (!isAlone) throw new AppError("wrong_state", USER_ANSWERS.agreedAlready);
  const fromMs = own.atMs + ADMIN.appointsAloneAfterMs;
  if (nowMs < fromMs) throw new AppError("wrong_state", USER_ANSWERS.aloneFrom(fromMs, admin.timeZone));
  return { isLast: true, isRecorded: true };
}

/** The statements that record such an approval; none for one that is on record, whose time must stay. */
export function recordAgreement(
  query: Query,
  existing: readonly Approval[],
  { subject, isRecorded, detail = "" }: { subject: Subject; isRecorded: boolean; detail?: string },
  admin: ActingAdmin,
  nowMs: number,
) {
  if (isRecorded) return [];
  return recordApproval(query, existing, { subject, act: "approve", detail, need: PEOPLE_ADMINS }, admin, nowMs);
}
