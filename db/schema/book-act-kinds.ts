/** The kinds of acts on the books, which are those of their transfers. */
export const BOOK_ACT_KINDS = [
  "payout_returned",
  "deposit_reversed",
  "receivable_collected",
  "fee",
  "correction",
  "adjustment",
] as const;

/**
 * The kinds of the transfers of a payment that waits for a decision: onto suspense when it is recorded, and off it by the decision.
 * `exception_released` takes a sum off suspense without crediting or refunding it: of a dismissed payment, and of a match that the version
 * before has posted as a deposit.
 */
export const EXCEPTION_KINDS = [
  "exception_received",
  "exception_credited",
  "exception_refunded",
  "exception_released",
] as const;
