import { isoOrNull } from "../../contract/iso-time.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { clientView } from "../../questions/question-view.ts";
import type { WithdrawalImage } from "../../withdrawals/withdrawal-image-store.ts";
import { proofOfPayment, withdrawalView } from "../../withdrawals/withdrawal-view.ts";
import { approvalsView, countApprovals } from "../commands/approvals.ts";
import { personView } from "../lists/person-view.ts";
import type { QueueRules } from "../overview/queue-store.ts";
import { stageOf, takeOverAt } from "./withdrawal-admin-rules.ts";
import type { AdminWithdrawalRow, PayoutsRow } from "./withdrawal-admin-store.ts";

/**
 * A withdrawal as the admin API shows it: the trader's view, plus the trader and the admins involved.
 * @param images those of this withdrawal, oldest first
 * @param rules an expired claim is not shown
 */
export function adminWithdrawalView(
  row: AdminWithdrawalRow,
  images: readonly WithdrawalImage[],
  rules: Pick<QueueRules, "nowMs" | "unverifiedPayout">,
) {
  const { nowMs } = rules;
  const isClaimed = row.claimedUntilMs !== null && row.claimedUntilMs > nowMs && row.isClaimerOperator;
  const claim = isClaimed ? row : null;
  return {
    ...withdrawalView({ ...row, isAtClient: Number(row.atClientSinceMs !== null) }, images),
    /** Also for a completion that waits for another admin. */
    proofOfPayment: proofOfPayment(images),
    approvals: withdrawalApprovals(row),
    /** What it waits for, as the queues count it; null once it is closed. */
    stage: stageOf(row, rules),
    client: clientView(row),
    userId: row.userId,
    user: personView(row.user),
    version: row.version,
    claimedBy: claim?.claimedByName ?? null,
    // The id is needed because two admins can have the same name.
    claimedById: claim?.claimedBy ?? null,
    claimedUntil: claim?.claimedUntilMs ? new Date(claim.claimedUntilMs).toISOString() : null,
    decidedBy: row.decidedByName,
    approvedBy: approvalsView(row.approvedBy),
    /** The admin who is paying it at the bank, and since when. Two admins can have the same name. */
    payer: row.payerName,
    payerId: row.payerId,
    paymentStartedAt: isoOrNull(row.paymentStartedAtMs),
    /** The admin from whom the payer took it over, and when another admin can. */
    payerBefore: row.payerBeforeName,
    takeOverAt: isoOrNull(takeOverAt(row)),
    /** A result of the bank says that it was paid: its payer does not end the payment, and two reject it. */
    isSaidPaid: row.isSaidPaid === 1,
    /** The approvals of its rejection while another admin is paying it. */
    rejectionApprovedBy: approvalsView(validRejectionApprovals(row)),
    /** The warnings of a row of the list; the warnings beside the request say more. */
    identityStatus: row.identityStatus ?? "none",
    isSecurityChanged: row.isSecurityChanged === 1,
    isRenamed: row.isRenamed === 1,
    /** Dollars that its trader owes of a deposit that the bank took back: until it is collected nothing is approved or begun to be paid. */
    owed: dollarsFromCents(row.owedCents),
    /** Why it was approved although the trader's identity was not verified. */
    unverifiedReason: row.unverifiedReason,
  };
}

/** The valid approvals of a rejection: those given since the payment started. */
export function validRejectionApprovals({
  rejectionApprovedBy: approvedBy,
  paymentStartedAtMs,
}: Pick<AdminWithdrawalRow, "rejectionApprovedBy" | "paymentStartedAtMs">) {
  return paymentStartedAtMs === null ? [] : approvedBy.filter(({ atMs }) => atMs >= paymentStartedAtMs);
}

/** All valid approvals about a withdrawal, of each of its steps and of its rejection. */
export function approvalsOnRecord(
  row: Pick<AdminWithdrawalRow, "approvedBy" | "rejectionApprovedBy" | "paymentStartedAtMs">,
) {
  return [...row.approvedBy, ...validRejectionApprovals(row)];
}

/** The approval progress of the next step, or of the last one: who completes it is one admin, the payer. */
export function withdrawalApprovals({
  approvedBy,
  approvedAtMs,
  approvalsNeeded,
}: Pick<AdminWithdrawalRow, "approvedBy" | "approvedAtMs" | "approvalsNeeded">) {
  return approvedAtMs === null
    ? countApprovals(approvedBy, "approve", approvalsNeeded)
    : countApprovals(approvedBy, "complete", 1);
}

/** The trader's other completed withdrawals: to the request's destination, and elsewhere. */
export function payoutsView(row: PayoutsRow | undefined) {
  const { count: all = 0, hereCount = 0, hereLastAtMs = null } = row ?? {};
  return {
    here: hereCount,
    lastHereAt: isoOrNull(hereLastAtMs),
    elsewhere: all - hereCount,
  };
}
