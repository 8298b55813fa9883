import type { Approval, ApprovalProgress } from "../core/admin-types.ts";
import type { AdminWithdrawal, WithdrawalWarning } from "./withdrawal-types.ts";

/** What stands between an admin and the next step of a request. */
export type Obstacle = "done" | "own" | "claimed" | "frozen" | "hold" | "identity" | "agreed";

export type WithdrawalActs = {
  /** The step that brings it forward: an approval of a pending one, the payment of an approved one. */
  forward: "approve" | "complete";
  /** Null when it can be taken now. */
  forwardObstacle: Obstacle | null;
  rejectObstacle: Exclude<Obstacle, "frozen" | "hold" | "identity"> | null;
  /** What this admin can say about the payment at the bank: that they begin it, or that they have not made it. */
  payment: "start" | "stop" | null;
};

/**
 * What an admin may do with a request now. The API decides; this keeps the desk from offering what it would refuse.
 * @param adminId who looks at it
 * @param nowMs epoch ms
 * @param warnings as the API has them; none until they are here
 */
export function withdrawalActions(
  request: AdminWithdrawal,
  adminId: string,
  nowMs: number,
  warnings: readonly WithdrawalWarning[] = [],
): WithdrawalActs {
  const forward = request.status === "approved" ? "complete" : "approve";
  const obstacle = obstacleOf(request, adminId, nowMs);
  const forwardObstacle = obstacle ?? paymentObstacle(request, adminId, nowMs, warnings);
  return {
    forward,
    rejectObstacle: obstacle ?? (hasAgreedToReject(request, adminId) ? "agreed" : null),
    forwardObstacle,
    payment: paymentAct(request, adminId, { obstacle, forwardObstacle }),
  };
}

function hasAgreedToReject(request: AdminWithdrawal, adminId: string): boolean {
  return otherPayer(request, adminId) !== null && request.rejectionWords.some((word) => word.adminId === adminId);
}

function paymentAct(
  { status, payerId }: AdminWithdrawal,
  adminId: string,
  { obstacle, forwardObstacle }: { obstacle: Obstacle | null; forwardObstacle: Obstacle | null },
) {
  if (status !== "approved") return null;
  if (payerId === adminId) return obstacle === null ? "stop" : null;
  return payerId === null && forwardObstacle === null ? "start" : null;
}

/** How many admins the next step needs when this admin takes it: two also beyond what they may move alone. */
export function approvalsAhead(
  { approvals }: AdminWithdrawal,
  warnings: readonly WithdrawalWarning[],
): ApprovalProgress {
  return warnings.some(({ kind }) => kind === "moved_alone") ? { ...approvals, need: 2 } : approvals;
}

/** How many admins its rejection needs when this admin takes it: two while somebody else is paying it. */
export function rejectionsAhead(request: AdminWithdrawal, adminId: string): ApprovalProgress {
  return otherPayer(request, adminId) === null
    ? { have: 0, need: 1 }
    : { have: request.rejectionWords.length, need: 2 };
}

/** Who else is paying a request at the bank: their name, or null. @param adminId who looks at it */
export function otherPayer({ status, payer, payerId }: AdminWithdrawal, adminId: string): string | null {
  return status === "approved" && payerId !== adminId ? payer : null;
}

/** What the operator does about a pending request of somebody whose identity is not verified; null where it is. */
export function unverifiedPayout(request: AdminWithdrawal, warnings: readonly WithdrawalWarning[]) {
  const warning = warnings.find(({ kind }) => kind === "identity");
  return request.status === "pending" && warning?.kind === "identity" ? warning.payout : null;
}

/** A completion can be sent again: whoever mistyped the payment's id puts it right so. */
function paymentObstacle(
  request: AdminWithdrawal,
  adminId: string,
  nowMs: number,
  warnings: readonly WithdrawalWarning[],
) {
  if (request.user.frozenAt !== null) return "frozen";
  if (request.status !== "pending") return null;
  if (request.approvableAt !== null && Date.parse(request.approvableAt) > nowMs) return "hold";
  if (unverifiedPayout(request, warnings) === "refused") return "identity";
  return wordsForNext(request).some((word) => word.adminId === adminId) ? "agreed" : null;
}

/** The words that were given for the step that is next. */
export function wordsForNext({ status, words }: AdminWithdrawal): readonly Approval[] {
  const act = status === "approved" ? "complete" : "approve";
  return words.filter((word) => word.act === act);
}

function obstacleOf(request: AdminWithdrawal, adminId: string, nowMs: number) {
  if (request.status === "completed" || request.status === "rejected") return "done";
  if (request.userId === adminId) return "own";
  return claimOf(request, adminId, nowMs)?.isYours === false ? "claimed" : null;
}

/**
 * Who works on a request now; null when nobody does.
 * @property leftMs for how much longer
 */
export type Claim = { name: string; isYours: boolean; leftMs: number };

/** @param adminId who looks at it: two admins can have one name */
export function claimOf(request: AdminWithdrawal, adminId: string, nowMs: number): Claim | null {
  const { claimedBy, claimedById, claimedUntil } = request;
  if (claimedBy === null || claimedUntil === null) return null;
  const leftMs = Date.parse(claimedUntil) - nowMs;
  return leftMs > 0 ? { name: claimedBy, isYours: claimedById === adminId, leftMs } : null;
}

/** Whether this admin can end the claim: it is theirs and lasts. Who is paying ends claim and payment together. */
export function mayRelease(request: AdminWithdrawal, adminId: string, nowMs: number): boolean {
  return request.payerId !== adminId && claimOf(request, adminId, nowMs)?.isYours === true;
}
