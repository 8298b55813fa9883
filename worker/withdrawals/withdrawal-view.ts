import { iso, isoOrNull } from "../contract/iso-time.ts";
import { CURRENCY } from "../contract/limits.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { withdrawalNumber } from "../contract/withdrawal-number.ts";
import type { Operation } from "../platform/operation-settings.ts";
import type { ShownWithdrawal } from "./own-withdrawal-store.ts";
import type { WithdrawalImage } from "./withdrawal-image-store.ts";
import { approvableFrom, paymentDetails, withdrawalLimits } from "./withdrawal-rules.ts";

/** A withdrawal as the API shows it to its trader. */
export type WithdrawalView = ReturnType<typeof withdrawalView>;

/**
 * A withdrawal as its trader sees it: specification section 3, and the facts of its tracker. Money in dollars. Contains
 * no admin's name or id. The proof of payment is shown only once the withdrawal is completed: before that an admin may
 * withdraw it.
 * @param images those of this withdrawal, oldest first
 */
export function withdrawalView(row: ShownWithdrawal, images: readonly WithdrawalImage[]) {
  return {
    _id: row.id,
    /** The number that people call it by: `WD-2275`. */
    number: withdrawalNumber(row.number),
    amount: dollarsFromCents(row.amountCents),
    currency: CURRENCY,
    status: row.status,
    cancelledByUser: row.cancelledByUser,
    paymentMethod: row.paymentMethod,
    paymentDetails: paymentDetails(row),
    /** The person who owns the destination, as the trader wrote it; null in requests of before holders were asked for. */
    holder: row.holderName,
    requestMessage: row.requestMessage,
    paymentId: row.paymentId,
    createdAt: iso(row.createdAtMs),
    reviewedAt: isoOrNull(row.reviewedAtMs),
    /** Not approved before this time: the account's security was changed in the day before the request, or since. */
    approvableAt: isoOrNull(approvableFrom(row)),
    approvedAt: isoOrNull(row.approvedAtMs),
    /** When an admin decided about the request, or the trader cancelled it. */
    processedAt: isoOrNull(row.rejectedAtMs ?? row.approvedAtMs),
    completedAt: isoOrNull(row.completedAtMs),
    /** When the bank sent the payment back: it stays completed, is shown as Returned, and its sum is available again. */
    returnedAt: isoOrNull(row.returnedAtMs),
    rejectedAt: isoOrNull(row.rejectedAtMs),
    rejectReason: row.rejectReason,
    adminNotes: row.adminNotes,
    /** A payment of a batch is with the bank, or came back from it and is being returned; null of any other. */
    bank: row.bankState,
    /** A question to its trader waits for an answer, and the request for it. */
    isAsked: row.isAtClient === 1,
    /** How many admins have approved the next step, and how many must; one completes it. */
    approvals: { have: row.approvalsHave, need: row.approvedAtMs === null ? row.approvalsNeeded : 1 },
    adminImages: images
      .filter(({ kind }) => kind === "admin")
      .map(({ message, filename, uploadedAtMs }) => ({ message, filename, uploadedAt: iso(uploadedAtMs) })),
    proofOfPayment: row.status === "completed" ? proofOfPayment(images) : null,
  };
}

/** The proof of payment among a withdrawal's images; null without one. */
export function proofOfPayment(images: readonly WithdrawalImage[]) {
  const proof = images.find(({ kind }) => kind === "proof");
  return proof ? { filename: proof.filename, adminMessage: proof.message, uploadedAt: iso(proof.uploadedAtMs) } : null;
}

/**
 * The remaining allowance, as the API shows it. Money in dollars.
 * @param facts see `withdrawalLimits`
 */
export function withdrawalLimitsView(
  facts: {
    sumCents: number;
    firstAtMs: number | null;
    dayCentsMax: number;
    hasSecondFactor: number;
    owedCents: number;
    owedFor: string | null;
  },
  { unverifiedPayout, secondFactor }: Pick<Operation, "unverifiedPayout" | "secondFactor">,
) {
  const { requestCents, dayCents, dayLeftCents, moreAtMs } = withdrawalLimits(facts);
  return {
    /** The maximum of one request. */
    request: dollarsFromCents(requestCents),
    /** The maximum of all requests within 24 hours, and the remaining allowance. */
    day: dollarsFromCents(dayCents),
    dayLeft: dollarsFromCents(dayLeftCents),
    /** When the remaining allowance next grows; null while all of it is left. */
    moreAt: isoOrNull(moreAtMs),
    /** True when nothing is approved for a trader whose identity is not verified. */
    wantsVerifiedIdentity: unverifiedPayout === "refused",
    /** True when the trader must turn on a second factor before a request. */
    needsSecondFactor: secondFactor === "required" && facts.hasSecondFactor === 0,
    /** What the trader owes for a deposit that the bank took back, by its bill number: until it is paid, nothing is approved or sent. */
    owed: facts.owedCents > 0 ? { amount: dollarsFromCents(facts.owedCents), billNumber: facts.owedFor } : null,
  };
}

/** The views of a list of withdrawals, each with its own images. */
export function withdrawalViews(rows: readonly ShownWithdrawal[], images: readonly WithdrawalImage[]) {
  const byWithdrawal = Map.groupBy(images, ({ withdrawalId }) => withdrawalId);
  return rows.map((row) => withdrawalView(row, byWithdrawal.get(row.id) ?? []));
}
