import { isoOrNull } from "../../contract/iso-time.ts";
import type { WithdrawalImage } from "../../withdrawals/withdrawal-store.ts";
import { proofOfPayment, withdrawalView } from "../../withdrawals/withdrawal-view.ts";
import { approvalsView, countApprovals } from "../commands/approvals.ts";
import { personView } from "../lists/person-columns.ts";
import type { AdminWithdrawalRow } from "./withdrawal-admin-store.ts";

/**
 * A withdrawal as the desk sees it: as its trader does, and whose it is and who does what about it.
 * @param images those of this withdrawal, oldest first
 * @param nowMs a claim that has run out by then is none
 */
export function adminWithdrawalView(row: AdminWithdrawalRow, images: readonly WithdrawalImage[], nowMs: number) {
  const claim = row.claimedUntilMs !== null && row.claimedUntilMs > nowMs ? row : null;
  return {
    ...withdrawalView(row, images),
    /** Also of a completion that waits for another admin. */
    proofOfPayment: proofOfPayment(images),
    approvals: withdrawalApprovals(row),
    userId: row.userId,
    user: personView(row.user),
    version: row.version,
    claimedBy: claim?.claimedByName ?? null,
    // Two admins can have one name.
    claimedById: claim?.claimedBy ?? null,
    claimedUntil: claim?.claimedUntilMs ? new Date(claim.claimedUntilMs).toISOString() : null,
    decidedBy: row.decidedByName,
    words: approvalsView(row.words),
    /** Who is paying it at the bank, since when. Two admins can have one name. */
    payer: row.payerName,
    payerId: row.payerId,
    paymentStartedAt: isoOrNull(row.paymentStartedAtMs),
    /** Who agreed to reject it while somebody else is paying it. */
    rejectionWords: approvalsView(rejectionWords(row)),
    /** Why it was approved although the trader's identity was not verified. */
    unverifiedReason: row.unverifiedReason,
  };
}

/** The approvals of a rejection that count: those since the payment that it would end began. */
export function rejectionWords({
  rejectionWords: words,
  paymentStartedAtMs,
}: Pick<AdminWithdrawalRow, "rejectionWords" | "paymentStartedAtMs">) {
  return paymentStartedAtMs === null ? [] : words.filter(({ atMs }) => atMs >= paymentStartedAtMs);
}

/** How far the step that is next, or was the last, has come. */
export function withdrawalApprovals({
  words,
  approvedAtMs,
  approvalsNeeded,
}: Pick<AdminWithdrawalRow, "words" | "approvedAtMs" | "approvalsNeeded">) {
  return countApprovals(words, approvedAtMs === null ? "approve" : "complete", approvalsNeeded);
}
