import type { approvals } from "../../../db/schema/index.ts";
import { AppError } from "../../contract/errors.ts";
import type { Said, Translated } from "../../contract/translated.ts";
import { COMMAND_TEXT } from "./command-answers.ts";
import type { ActingAdmin } from "./run-admin-command.ts";

/**
 * Approvals by two admins. Each admin's approval of an action on money is a row, and the action runs in the batch of
 * the last approval that it needs. The database counts the approvals itself, so no code path can skip one. Approvals of
 * users who are no longer admins, or were made admins by a colleague less than a day before, do not count.
 */

/** An action that admins approve. */
export type ApprovedAct = (typeof approvals.$inferSelect)["act"];
/** The record that an approval is about. */
export type Subject =
  `${"withdrawal" | "rejection" | "deposit" | "exception" | "refund" | "restore" | "pause" | "setting" | "book" | "month" | "appointment" | "roles" | "second_factor"}:${string}`;

/** The number of approvals given, and the number needed. */
export type ApprovalProgress = { have: number; need: number };

/**
 * The approvals as the admin's dialog showed them: `have` counts all that are on record about the item, for whichever of
 * its actions; `need` says how many this action takes. Undefined when the body does not say.
 */
export type ApprovalsSeen = ApprovalProgress | undefined;

/** One admin's approval, as other admins see it. */
export type Approval = { act: ApprovedAct; adminId: string; name: string; detail: string; atMs: number };

/** The approval progress of an action. */
export function countApprovals(existing: readonly Approval[], act: ApprovedAct, need: number): ApprovalProgress {
  return { have: Math.min(existing.filter((approval) => approval.act === act).length, need), need };
}

/** Approvals as the admin API shows them. Two admins can have the same name, so each comes with its admin's id. */
export function approvalsView(existing: readonly Approval[]) {
  return existing.map(({ atMs, ...approval }) => ({ ...approval, at: new Date(atMs).toISOString() }));
}

/**
 * An approval that an admin is about to give. @property detail what exactly is approved; all admins must send the same
 */
export type ApprovalRequest = { subject: Subject; act: ApprovedAct; detail: string; need: number };

/**
 * The reason, as text for the admin, why their approval does not count yet: a colleague made them an admin less than a
 * day ago, so that no admin can appoint their own second approver. Null when it counts.
 */
export function tooNewReason({
  countsFromMs,
  timeZone,
}: Pick<ActingAdmin, "countsFromMs" | "timeZone">): Translated | null {
  return countsFromMs === null ? null : COMMAND_TEXT.approval.tooNew(countsFromMs, timeZone);
}

/** @throws AppError `admin_too_new` with the time from which the approval counts */
export function assertApprovalCounts(admin: Pick<ActingAdmin, "countsFromMs" | "timeZone">): void {
  const reason = tooNewReason(admin);
  if (reason !== null) throw new AppError("admin_too_new", reason);
}

/**
 * Refuses a decision on other approvals than the admin saw. The statement `mustHaveSameApprovals` holds the count in the
 * batch that writes the decision.
 *
 * A body without the count is accepted from a program, which has no dialog. From a page it comes from the version before,
 * whose dialog may promise that another admin must do the same: where a colleague has approved already, it is refused.
 *
 * @param onRecord all approvals about the item
 * @param now.need how many this action takes
 * @param now.needMayRise whether the approval counts as one of two when more are needed than were shown; otherwise the
 * decision is refused
 * @throws AppError `wrong_state` naming the colleague whose approval was not seen
 */
export function assertApprovalsSeen(
  onRecord: readonly Approval[],
  { seen, need, needMayRise = false }: { seen: ApprovalsSeen; need: number; needMayRise?: boolean },
  admin: Pick<ActingAdmin, "id" | "isOnPage">,
): void {
  const { newer, newerOwn, changed, outdatedPage } = COMMAND_TEXT.approval;
  if (seen === undefined) {
    const isShared = need > 1 && onRecord.some(({ adminId }) => adminId !== admin.id);
    if (admin.isOnPage && isShared) throw new AppError("wrong_state", outdatedPage);
    return;
  }
  const newest = onRecord.toSorted((a, b) => b.atMs - a.atMs)[0];
  if (newest && onRecord.length > seen.have) {
    throw new AppError("wrong_state", newest.adminId === admin.id ? newerOwn : newer(newest.name));
  }
  const isNeedSeen = seen.need === need || (needMayRise && seen.need < need);
  if (onRecord.length < seen.have || !isNeedSeen) throw new AppError("wrong_state", changed);
}

/**
 * Evaluates an admin's approval together with the existing ones.
 * @param describe formats what another admin approved, from the detail of that approval
 * @returns `isLast` is true when the action runs with this approval; a second approval of the same admin counts once
 * @throws AppError `admin_too_new` | `approval_differs` naming who approved what
 */
export function weighApproval(
  existing: readonly Approval[],
  request: ApprovalRequest,
  admin: ActingAdmin,
  describe: (detail: string) => Said,
): { approvals: ApprovalProgress; isLast: boolean } {
  assertApprovalCounts(admin);
  const others = otherApprovals(existing, request, admin);
  const other = others.find(({ detail }) => detail !== request.detail);
  if (other) {
    throw new AppError("approval_differs", COMMAND_TEXT.approval.differs(other.name, describe(other.detail)));
  }
  const have = Math.min(others.length + 1, request.need);
  return { approvals: { have, need: request.need }, isLast: have === request.need };
}

/** The approvals with the admin's own added. */
export function withApproval(
  existing: readonly Approval[],
  request: ApprovalRequest,
  admin: ActingAdmin,
  nowMs: number,
): Approval[] {
  const own = { act: request.act, adminId: admin.id, name: admin.name, detail: request.detail, atMs: nowMs };
  return [...withoutApproval(existing, request.act, admin), own];
}

/** The approvals without the admin's own for an action. */
export function withoutApproval(existing: readonly Approval[], own: ApprovedAct, admin: ActingAdmin): Approval[] {
  return existing.filter(({ act, adminId }) => act !== own || adminId !== admin.id);
}

/** The approvals of the same action by other admins. */
export function otherApprovals(
  existing: readonly Approval[],
  request: ApprovalRequest,
  admin: ActingAdmin,
): Approval[] {
  return existing.filter(({ act, adminId }) => act === request.act && adminId !== admin.id);
}
