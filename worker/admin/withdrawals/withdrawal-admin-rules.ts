import { AppError } from "../../contract/errors.ts";
import { WITHDRAWAL } from "../../contract/limits.ts";
import { formatUsd } from "../../contract/money.ts";
import type { Translated } from "../../contract/translated.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import type { Settings } from "../../platform/env.ts";
import { approvableFrom } from "../../withdrawals/withdrawal-rules.ts";
import { type Approval, assertApprovalCounts } from "../commands/approvals.ts";
import { addNote } from "../commands/decision-note.ts";
import type { ActingAdmin } from "../commands/run-admin-command.ts";
import type { QueueRules, WithdrawalStage } from "../overview/queue-store.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-answers.ts";

/** The rules of admin actions on withdrawals: pure, no I/O, no clock. The database checks them again. */

type Status = "pending" | "approved" | "completed" | "rejected";

/** The facts of a withdrawal that decide whether an action on it is allowed. */
export type WithdrawalState = {
  userId: string;
  status: Status;
  version: number;
  cancelledByUser: boolean;
  decidedByName: string | null;
  claimedBy: string | null;
  claimedByName: string | null;
  claimedUntilMs: number | null;
  isClaimerOperator: number;
};

/**
 * Refuses an action on a withdrawal that is missing, is the admin's own, is in another state, has changed since the
 * admin saw it, or is claimed by a colleague.
 * @param act.from the states in which the action is allowed
 * @throws AppError `not_found` | `own_account` | `wrong_state` naming the decision and its admin | `claimed_by_other`
 * naming the claimer
 */
export function assertActable<T extends WithdrawalState>(
  withdrawal: T | undefined,
  act: { from: readonly Status[]; version: number },
  admin: ActingAdmin,
  nowMs: number,
): T {
  if (!withdrawal) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (withdrawal.userId === admin.id) throw new AppError("own_account", ERROR_TEXT.own_account);
  const { status, version, claimedBy, claimedByName, claimedUntilMs, isClaimerOperator } = withdrawal;
  if (!act.from.includes(status) || version !== act.version) throw new AppError("wrong_state", stateText(withdrawal));
  if (claimedBy !== null && claimedBy !== admin.id && isClaimerOperator && (claimedUntilMs ?? 0) > nowMs) {
    const message = WITHDRAWAL_ADMIN_TEXT.claimed(claimedByName, claimedUntilMs ?? 0, admin.timeZone);
    throw new AppError("claimed_by_other", message);
  }
  return withdrawal;
}

/** A new claim of an admin. */
export function claimOf(admin: { id: string }, nowMs: number) {
  return { claimedBy: admin.id, claimedUntilMs: nowMs + WITHDRAWAL.claimMs };
}

/**
 * Refuses to hand a withdrawal over to somebody who cannot decide about it: to no other operator, to its own trader, or to who has
 * approved what it waits for; and one that is being paid, which is its payer's.
 * @param colleague the other operator; undefined where there is none
 * @throws AppError `wrong_state`
 */
export function assertMayTake<T extends { id: string; name: string }>(
  withdrawal: Pick<WithdrawalState, "userId" | "status"> & PaidWithdrawal & { approvedBy: readonly Approval[] },
  colleague: T | undefined,
  admin: Pick<ActingAdmin, "id" | "timeZone">,
): T {
  const { userId, status, payerId, payerName, paymentStartedAtMs, approvedBy } = withdrawal;
  const { noColleague, ownOf, approvedBy: hasApproved, otherPays } = WITHDRAWAL_ADMIN_TEXT;
  if (!colleague) throw new AppError("wrong_state", noColleague);
  if (payerId !== null) {
    throw new AppError("wrong_state", otherPays(payerName, paymentStartedAtMs ?? 0, admin.timeZone));
  }
  if (colleague.id === userId) throw new AppError("wrong_state", ownOf(colleague.name));
  const next = status === "pending" ? "approve" : "complete";
  if (approvedBy.some(({ act, adminId }) => act === next && adminId === colleague.id)) {
    throw new AppError("wrong_state", hasApproved(colleague.name));
  }
  return colleague;
}

/** Refuses to release a claim that the admin does not have, or that has expired. @throws AppError `wrong_state` */
export function assertClaims(
  { claimedBy, claimedUntilMs }: Pick<WithdrawalState, "claimedBy" | "claimedUntilMs">,
  admin: ActingAdmin,
  nowMs: number,
): void {
  if (claimedBy === admin.id && (claimedUntilMs ?? 0) > nowMs) return;
  throw new AppError("wrong_state", WITHDRAWAL_ADMIN_TEXT.notClaimed);
}

function stateText({ status, cancelledByUser, decidedByName }: WithdrawalState): Translated {
  if (cancelledByUser) return WITHDRAWAL_ADMIN_TEXT.cancelled;
  if (status === "pending") return WITHDRAWAL_ADMIN_TEXT.pending;
  return WITHDRAWAL_ADMIN_TEXT.decided(decidedByName, status);
}

type UnverifiedPayout = { unverifiedPayoutInForce: Settings["UNVERIFIED_PAYOUT"] | null };

/** Whether a trader whose identity is not verified can be paid: the setting in force, or else that of the environment. */
export function payoutInForce({ unverifiedPayoutInForce }: UnverifiedPayout, first: Settings["UNVERIFIED_PAYOUT"]) {
  return unverifiedPayoutInForce ?? first;
}

/**
 * What an open request waits for; null once it is closed. The same as the SQL of `withdrawalStage`, which counts the queues, for a
 * row that a command is about to change.
 */
export function stageOf(
  row: Pick<WithdrawalState, "status"> & {
    user: { frozenAtMs: number | null };
    identityStatus: string | null;
    approvedBy: readonly Approval[];
    atClientSinceMs: number | null;
  } & UnverifiedPayout &
    Parameters<typeof approvableFrom>[0],
  { nowMs, unverifiedPayout: first }: Pick<QueueRules, "nowMs" | "unverifiedPayout">,
): WithdrawalStage | null {
  const { status, user, identityStatus, approvedBy } = row;
  if (status !== "pending" && status !== "approved") return null;
  if (row.atClientSinceMs !== null) return "client";
  const isPending = status === "pending";
  const needsIdentity = isPending && payoutInForce(row, first) === "refused" && identityStatus !== "verified";
  if (isPending && (approvableFrom(row) ?? 0) > nowMs) return "held";
  if (user.frozenAtMs !== null || needsIdentity) return "blocked";
  if (approvedBy.some(({ act }) => act === (isPending ? "approve" : "complete"))) return "second_approval";
  return isPending ? "review" : "payout";
}

/**
 * Refuses an approval in the day after a change of the account's security.
 * @param approvableAtMs see `approvableFrom`
 * @throws AppError `withdrawal_on_hold` with the time from which it can be approved
 */
export function assertNotOnHold(approvableAtMs: number | null, admin: ActingAdmin, nowMs: number): void {
  if (approvableAtMs === null || approvableAtMs <= nowMs) return;
  throw new AppError("withdrawal_on_hold", WITHDRAWAL_ADMIN_TEXT.onHold(approvableAtMs, admin.timeZone));
}

/** Refuses to approve or to begin to pay anything for a trader who owes: it waits until that is collected. @throws AppError `wrong_state` */
export function assertOwesNothing({ owedCents }: { owedCents: number }): void {
  if (owedCents > 0) throw new AppError("wrong_state", WITHDRAWAL_ADMIN_TEXT.owes(formatUsd(owedCents)));
}

/**
 * How many admins an approval needs when this admin gives the next one.
 * @param movedAloneCents what this admin moved alone in the last 24 hours by other withdrawals
 * @returns 2 also when this admin alone would otherwise move more than one admin may; exactly that amount still needs
 * one
 */
export function approvalsFor(
  withdrawal: { approvalsNeeded: number; amountCents: number; adminAloneCentsMax: number },
  movedAloneCents: number,
): number {
  return movedAloneCents + withdrawal.amountCents > withdrawal.adminAloneCentsMax ? 2 : withdrawal.approvalsNeeded;
}

/**
 * Refuses the approval of a withdrawal whose trader's identity is not verified, unless the operator allows it: then it
 * needs a reason, from this admin or from an earlier approval.
 * @param ask.payout the operator's setting
 * @param ask.reason this admin's reason, trimmed; may be empty
 * @returns the reasons for the withdrawal's row; null when none is needed
 * @throws AppError `identity_not_verified` | `invalid_input` naming the field of the reason
 */
export function reasonToPayUnverified(
  { identityStatus, unverifiedReason }: { identityStatus: string | null; unverifiedReason: string | null },
  { payout, reason }: { payout: Settings["UNVERIFIED_PAYOUT"]; reason: string },
): string | null {
  if (identityStatus === "verified") return null;
  if (payout === "refused") throw new AppError("identity_not_verified", ERROR_TEXT.identity_not_verified);
  const reasons = addNote(unverifiedReason, reason);
  if (reasons !== null) return reasons;
  throw new AppError("invalid_input", WITHDRAWAL_ADMIN_TEXT.reasonMissing, { field: "unverifiedReason" });
}

/**
 * Refuses to start a payment that is already in progress.
 * @throws AppError `wrong_state` naming the payer
 */
export function assertNotBeingPaid(
  { payerId, payerName }: Pick<PaidWithdrawal, "payerId" | "payerName">,
  admin: ActingAdmin,
): void {
  if (payerId === null) return;
  const { you, other } = WITHDRAWAL_ADMIN_TEXT.payingAlready;
  throw new AppError("wrong_state", payerId === admin.id ? you : other(payerName));
}

/**
 * Refuses to complete or end the payment of another admin, or one that was not started.
 * @throws AppError `wrong_state` naming the payer
 */
export function assertIsPayer(
  { payerId, payerName, paymentStartedAtMs }: PaidWithdrawal,
  { id, timeZone }: Pick<ActingAdmin, "id" | "timeZone">,
): void {
  if (payerId === id) return;
  const { nobodyPays, otherPays } = WITHDRAWAL_ADMIN_TEXT;
  throw new AppError(
    "wrong_state",
    payerId === null ? nobodyPays : otherPays(payerName, paymentStartedAtMs ?? 0, timeZone),
  );
}

/** Refuses to end a payment that was taken over from a colleague, who may have made it. @throws AppError `wrong_state` */
export function assertNotTakenOver({ payerBeforeId, payerBeforeName }: PaidWithdrawal): void {
  if (payerBeforeId === null) return;
  throw new AppError("wrong_state", WITHDRAWAL_ADMIN_TEXT.takenOver(payerBeforeName));
}

/** Refuses to end a payment that a result of the bank says was made. @throws AppError `wrong_state` */
export function assertNotSaidPaid({ isSaidPaid }: { isSaidPaid: number }): void {
  if (isSaidPaid === 1) throw new AppError("wrong_state", WITHDRAWAL_ADMIN_TEXT.bankSaidPaid);
}

/**
 * Refuses to take a payment over from somebody else than the admin saw, or before the colleague has had an hour for it.
 * A payment of somebody who is no admin any more is taken over at once.
 * @throws AppError `wrong_state`
 */
export function assertMayTakeOver(
  payment: PaidWithdrawal,
  seen: { payerId: string },
  admin: ActingAdmin,
  nowMs: number,
): void {
  const { payerId, payerName } = payment;
  if (payerId === admin.id) throw new AppError("wrong_state", WITHDRAWAL_ADMIN_TEXT.payingAlready.you);
  if (payerId !== seen.payerId) {
    const { nobodyPays, payingAlready } = WITHDRAWAL_ADMIN_TEXT;
    throw new AppError("wrong_state", payerId === null ? nobodyPays : payingAlready.other(payerName));
  }
  const atMs = takeOverAt(payment) ?? 0;
  if (nowMs >= atMs) return;
  throw new AppError("wrong_state", WITHDRAWAL_ADMIN_TEXT.takeOverLater(payerName, atMs, admin.timeZone));
}

/** When another admin can take a payment over, epoch ms; null while nobody is paying. */
export function takeOverAt({ paymentStartedAtMs, isPayerOperator }: PaidWithdrawal): number | null {
  if (paymentStartedAtMs === null) return null;
  return isPayerOperator ? paymentStartedAtMs + WITHDRAWAL.takeOverAfterMs : paymentStartedAtMs;
}

/** The facts that decide whether one admin may pay a withdrawal that they approved alone. */
type AlonePayout = { movedCents: number; soleApproverPayout: Settings["SOLE_APPROVER_PAYOUT"] };

/**
 * Refuses to pay a withdrawal that no other admin approved, unless the operator allows it and the admin does not move more
 * alone than one admin may. It is refused before the money is sent: what was sent is always recorded.
 * @param alone.movedCents see `approvalsFor`
 * @throws AppError `second_admin_needed` | `admin_too_new`
 */
export function assertMayPay(withdrawal: ApprovedWithdrawal, alone: AlonePayout, admin: ActingAdmin): void {
  assertApprovalCounts(admin);
  const why = payingAlone(withdrawal, alone, admin.id);
  if (why !== null) throw new AppError("second_admin_needed", WITHDRAWAL_ADMIN_TEXT.payingAlone[why]);
}

/**
 * Why an admin may not pay a withdrawal; null when they may.
 *
 * - `only_approver`: no other admin approved it.
 * - `moved_alone`: the operator allows that, but it would be more than one admin may move alone.
 */
export function payingAlone(
  withdrawal: ApprovedWithdrawal,
  { movedCents, soleApproverPayout }: AlonePayout,
  adminId: string,
): "only_approver" | "moved_alone" | null {
  const approvers = withdrawal.approvedBy.filter(({ act }) => act === "approve").map((approval) => approval.adminId);
  if (!approvers.includes(adminId) || approvers.some((id) => id !== adminId)) return null;
  if (soleApproverPayout === "refused" || withdrawal.approvalsNeeded > 1) return "only_approver";
  return approvalsFor(withdrawal, movedCents) > 1 ? "moved_alone" : null;
}

type ApprovedWithdrawal = Parameters<typeof approvalsFor>[0] & { approvedBy: readonly Approval[] };

/** The admin who is paying a withdrawal at the bank, and the one from whom they took that over. */
export type PaidWithdrawal = {
  payerId: string | null;
  payerName: string | null;
  isPayerOperator: number;
  paymentStartedAtMs: number | null;
  payerBeforeId: string | null;
  payerBeforeName: string | null;
};

/**
 * Refuses to return money that a colleague says was paid: it would be paid out twice. That colleague can withdraw their
 * approval by rejecting the withdrawal themselves, and then counts among those who approved the rejection.
 * @param approvedBy the valid approvals
 * @throws AppError `wrong_state`
 */
export function assertNotPaid(approvedBy: readonly Approval[], admin: ActingAdmin): void {
  const approval = approvedBy.find(({ act, adminId }) => act === "complete" && adminId !== admin.id);
  if (!approval) return;
  throw new AppError("wrong_state", WITHDRAWAL_ADMIN_TEXT.saidPaid(approval.name, approval.detail));
}
