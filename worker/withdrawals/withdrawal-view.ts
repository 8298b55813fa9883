import { iso, isoOrNull } from "../contract/iso-time.ts";
import { CURRENCY } from "../contract/limits.ts";
import { dollarsFromCents } from "../contract/money.ts";
import type { Settings } from "../platform/env.ts";
import { approvableFrom, paymentDetails, withdrawalLimits } from "./withdrawal-rules.ts";
import type { WithdrawalFacts, WithdrawalImage } from "./withdrawal-store.ts";

export type WithdrawalView = ReturnType<typeof withdrawalView>;

/**
 * A withdrawal as its trader sees it: specification section 3, and what its tracker shows. Money in dollars. No admin's
 * name or id is in it. A proof of the payment is one once the withdrawal is completed: before, an admin may take it back.
 * @param images those of this withdrawal, oldest first
 */
export function withdrawalView(row: WithdrawalFacts, images: readonly WithdrawalImage[]) {
  return {
    _id: row.id,
    amount: dollarsFromCents(row.amountCents),
    currency: CURRENCY,
    status: row.status,
    cancelledByUser: row.cancelledByUser,
    paymentMethod: row.paymentMethod,
    paymentDetails: paymentDetails(row),
    requestMessage: row.requestMessage,
    paymentId: row.paymentId,
    createdAt: iso(row.createdAtMs),
    reviewedAt: isoOrNull(row.reviewedAtMs),
    /** Not approved before this moment: the account's security was changed in the day before the request, or since. */
    approvableAt: isoOrNull(approvableFrom(row)),
    approvedAt: isoOrNull(row.approvedAtMs),
    /** When an admin decided about the request itself, or the trader cancelled it. */
    processedAt: isoOrNull(row.rejectedAtMs ?? row.approvedAtMs),
    completedAt: isoOrNull(row.completedAtMs),
    rejectedAt: isoOrNull(row.rejectedAtMs),
    rejectReason: row.rejectReason,
    adminNotes: row.adminNotes,
    /** How many admins have agreed to the next step, and how many must. */
    approvals: { have: row.approvalsHave, need: row.approvalsNeeded },
    adminImages: images
      .filter(({ kind }) => kind === "admin")
      .map(({ message, filename, uploadedAtMs }) => ({ message, filename, uploadedAt: iso(uploadedAtMs) })),
    proofOfPayment: row.status === "completed" ? proofOfPayment(images) : null,
  };
}

/** The proof among a withdrawal's images; null where there is none. */
export function proofOfPayment(images: readonly WithdrawalImage[]) {
  const proof = images.find(({ kind }) => kind === "proof");
  return proof ? { filename: proof.filename, adminMessage: proof.message, uploadedAt: iso(proof.uploadedAtMs) } : null;
}

/**
 * What may still be asked for, as the API has it. Money in dollars.
 * @param lastDay see `withdrawalLimits`
 * @param unverifiedPayout the operator's setting
 */
export function withdrawalLimitsView(
  lastDay: { sumCents: number; firstAtMs: number | null },
  unverifiedPayout: Settings["UNVERIFIED_PAYOUT"],
) {
  const { requestCents, dayCents, dayLeftCents, moreAtMs } = withdrawalLimits(lastDay);
  return {
    /** The most that one request may take. */
    request: dollarsFromCents(requestCents),
    /** The most that the requests of 24 hours may take, and what is left of it now. */
    day: dollarsFromCents(dayCents),
    dayLeft: dollarsFromCents(dayLeftCents),
    /** When more will be left than now; null while everything is. */
    moreAt: isoOrNull(moreAtMs),
    /** Nothing is approved for somebody whose identity is not verified. */
    wantsVerifiedIdentity: unverifiedPayout === "refused",
  };
}

/** The same for a list, each with its own of the images of all. */
export function withdrawalViews(rows: readonly WithdrawalFacts[], images: readonly WithdrawalImage[]) {
  const byWithdrawal = Map.groupBy(images, ({ withdrawalId }) => withdrawalId);
  return rows.map((row) => withdrawalView(row, byWithdrawal.get(row.id) ?? []));
}
