import type { Approval, ApprovalProgress } from "../core/admin-types.ts";
import type { AdminWithdrawal, WithdrawalWarning } from "./withdrawal-calls.ts";

export type Obstacle =
  | "done"
  | "own"
  | "claimed"
  | "frozen"
  | "owes"
  | "hold"
  | "identity"
  | "agreed"
  | "unstarted"
  | "paying"
  | "sole_approver";

export type WithdrawalActions = {
  /** The next step: approving a pending request, completing an approved one. */
  forward: "approve" | "complete";
  /** Null when the step is possible now. */
  forwardObstacle: Obstacle | null;
  rejectObstacle: Extract<Obstacle, "done" | "own" | "claimed" | "agreed"> | null;
  /**
   * What this admin can record about the bank payment: that they start it, that they take it over from a colleague, or that
   * they have not made it.
   */
  payment: "start" | "takeOver" | "stop" | null;
};

/**
 * The actions that an admin has on a request now. The API decides; this avoids offering what it would refuse.
 * @param adminId the admin who is signed in
 * @param nowMs epoch ms
 * @param warnings of the API; empty until they have loaded
 */
export function withdrawalActions(
  request: AdminWithdrawal,
  adminId: string,
  nowMs: number,
  warnings: readonly WithdrawalWarning[] = [],
): WithdrawalActions {
  const forward = request.status === "approved" ? "complete" : "approve";
  const obstacle = obstacleOf(request, adminId, nowMs);
  const forwardObstacle = obstacle ?? paymentObstacle(request, adminId, nowMs, warnings);
  return {
    forward,
    rejectObstacle: obstacle ?? (hasAgreedToReject(request, adminId) ? "agreed" : null),
    forwardObstacle,
    payment: obstacle === null ? paymentAction(request, adminId, nowMs, warnings) : null,
  };
}

/** Whether a request still waits for a decision or for its payment. */
export function isOpen({ status }: AdminWithdrawal): boolean {
  return status === "pending" || status === "approved";
}

const AWAITED: ReadonlySet<AdminWithdrawal["stage"]> = new Set(["review", "second_approval", "payout"]);

/** Whether a request waits for an admin, and not for its trader or for time to pass: only then can it be late. */
export function isAwaited({ stage }: AdminWithdrawal): boolean {
  return AWAITED.has(stage);
}

/** Whether a request waits for its hold to end. */
export function isHeld({ status, approvableAt }: AdminWithdrawal, nowMs: number): boolean {
  return status === "pending" && approvableAt !== null && Date.parse(approvableAt) > nowMs;
}

/**
 * Whether a request that has just been acted on still waits for this admin, so that it leaves their list at once; the API decides
 * which requests are in that list.
 */
export function waitsForAdmin(request: AdminWithdrawal, adminId: string): boolean {
  const hasAgreed = approvalsForNext(request).some((approval) => approval.adminId === adminId);
  return (
    isOpen(request) &&
    request.client.askedAt === null &&
    !hasAgreed &&
    otherPayer(request, adminId) === null &&
    !isOnlyApprover(request, adminId)
  );
}

/** Whether nobody else approved a request that nobody pays yet: another admin pays it, unless the operator says otherwise. */
function isOnlyApprover(request: AdminWithdrawal, adminId: string): boolean {
  const approvals = approvalsOf(request, "approve");
  return (
    request.status === "approved" &&
    request.payerId === null &&
    approvals.length > 0 &&
    approvals.every((approval) => approval.adminId === adminId)
  );
}

function hasAgreedToReject(request: AdminWithdrawal, adminId: string): boolean {
  return (
    rejectionsAhead(request, adminId).need > 1 &&
    request.rejectionApprovedBy.some((approval) => approval.adminId === adminId)
  );
}

function paymentAction(
  request: AdminWithdrawal,
  adminId: string,
  nowMs: number,
  warnings: readonly WithdrawalWarning[],
): WithdrawalActions["payment"] {
  const { status, payerId, payerBefore, takeOverAt, isSaidPaid } = request;
  if (status !== "approved") return null;
  if (payerId === adminId) return payerBefore === null && !isSaidPaid ? "stop" : null;
  if (request.user.frozenAt !== null || mustNotPay(warnings)) return null;
  if (payerId === null) return owes(request) ? null : "start";
  return takeOverAt !== null && Date.parse(takeOverAt) <= nowMs ? "takeOver" : null;
}

/** Whether the API says that another admin must pay an approved request. */
function mustNotPay(warnings: readonly WithdrawalWarning[]): boolean {
  return warnings.some(({ kind }) => kind === "only_approver" || kind === "moved_alone");
}

/**
 * Approvals of the next step before this admin's, including their limit: beyond what one admin may move alone, two are
 * needed. An approval that they give again, as to correct a payment id, counts once.
 */
export function approvalsAhead(
  request: AdminWithdrawal,
  warnings: readonly WithdrawalWarning[],
  adminId: string,
): ApprovalProgress {
  const { status, approvals } = request;
  const isRepeated = approvalsForNext(request).some((approval) => approval.adminId === adminId);
  const isAlone = status === "pending" && warnings.some(({ kind }) => kind === "moved_alone");
  return { have: approvals.have - (isRepeated ? 1 : 0), need: isAlone ? 2 : approvals.need };
}

/** Approvals of a rejection: two are needed while another admin is paying the request, or has been, or the bank says it was paid. */
export function rejectionsAhead(request: AdminWithdrawal, adminId: string): ApprovalProgress {
  return otherPayer(request, adminId) === null && request.payerBefore === null && !request.isSaidPaid
    ? { have: 0, need: 1 }
    : { have: request.rejectionApprovedBy.length, need: 2 };
}

/** Name of another admin who is paying the request, or null. @param adminId the admin who is signed in */
export function otherPayer({ status, payer, payerId }: AdminWithdrawal, adminId: string): string | null {
  return status === "approved" && payerId !== adminId ? payer : null;
}

/** The operator's rule for a pending request without a verified identity; null if the identity is verified. */
export function unverifiedPayout(request: AdminWithdrawal, warnings: readonly WithdrawalWarning[]) {
  const warning = warnings.find(({ kind }) => kind === "identity");
  return request.status === "pending" && warning?.kind === "identity" ? warning.payout : null;
}

function paymentObstacle(
  request: AdminWithdrawal,
  adminId: string,
  nowMs: number,
  warnings: readonly WithdrawalWarning[],
) {
  if (request.user.frozenAt !== null) return "frozen";
  if (request.status === "approved") {
    if (request.payerId === adminId) return null;
    if (request.payerId !== null) return "paying";
    if (owes(request)) return "owes";
    return mustNotPay(warnings) ? "sole_approver" : "unstarted";
  }
  if (owes(request)) return "owes";
  if (isHeld(request, nowMs)) return "hold";
  if (unverifiedPayout(request, warnings) === "refused") return "identity";
  return approvalsForNext(request).some((approval) => approval.adminId === adminId) ? "agreed" : null;
}

/** Whether its trader owes of a deposit that the bank took back. What is being paid already can be recorded all the same. */
export function owes({ owed }: AdminWithdrawal): boolean {
  return owed > 0;
}

/** The approvals that were recorded for the next step. */
export function approvalsForNext(request: AdminWithdrawal): readonly Approval[] {
  return approvalsOf(request, request.status === "approved" ? "complete" : "approve");
}

/** The approvals that were recorded for a step: of the request, or of its payment. */
export function approvalsOf({ approvedBy }: AdminWithdrawal, act: "approve" | "complete"): readonly Approval[] {
  return approvedBy.filter((approval) => approval.act === act);
}

function obstacleOf(request: AdminWithdrawal, adminId: string, nowMs: number) {
  if (!isOpen(request)) return "done";
  if (request.userId === adminId) return "own";
  return claimOf(request, adminId, nowMs)?.isYours === false ? "claimed" : null;
}

/** The admin who works on a request now. @property leftMs remaining time in ms */
export type Claim = { name: string; isYours: boolean; leftMs: number };

/** The current claim of a request, or null. @param adminId of the signed-in admin: two admins can have the same name */
export function claimOf(request: AdminWithdrawal, adminId: string, nowMs: number): Claim | null {
  const { claimedBy, claimedById, claimedUntil } = request;
  if (claimedBy === null || claimedUntil === null) return null;
  const leftMs = Date.parse(claimedUntil) - nowMs;
  return leftMs > 0 ? { name: claimedBy, isYours: claimedById === adminId, leftMs } : null;
}

/** The colleagues to whom a request can be handed over: not its own trader, nor who has approved its next step. */
export function takersOf<Person extends { _id: string }>(
  request: AdminWithdrawal,
  colleagues: readonly Person[],
): readonly Person[] {
  const approvers = approvalsForNext(request).map(({ adminId }) => adminId);
  return colleagues.filter(({ _id }) => _id !== request.userId && !approvers.includes(_id));
}

/** Whether this admin can release the claim: it is theirs and lasts. While they are paying, stopping the payment ends both. */
export function mayRelease(request: AdminWithdrawal, adminId: string, nowMs: number): boolean {
  return request.payerId !== adminId && claimOf(request, adminId, nowMs)?.isYours === true;
}
