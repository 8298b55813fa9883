/** The expected state of one trader's money: the acknowledged operations, and the payments at the bank. In cents. */
export type ExpectedState = {
  userId: string;
  deposits: Map<string, { md5Hash: string; qrString: string; amountCents: number }>;
  /** Deposits whose code was paid at the bank, whether or not the product has credited them yet. */
  paidAtBank: Set<string>;
  /** Deposits that a response reported as paid. */
  expectedPaid: Set<string>;
  /** Deposits whose cancellation was acknowledged. */
  expectedCancelled: Set<string>;
  withdrawals: Map<string, { amountCents: number }>;
  /** Withdrawals whose cancellation by the trader was acknowledged. */
  expectedReturned: Set<string>;
  /** Withdrawals whose decision was acknowledged to an admin. */
  expectedApproved: Set<string>;
  expectedCompleted: Set<string>;
  expectedRejected: Set<string>;
  /** Keys of requests whose response was lost and that were not retried: done completely or not at all. */
  abandoned: Set<string>;
};

/** The expected state of a trader before any operation. */
export function newExpectedState(userId: string): ExpectedState {
  return {
    userId,
    deposits: new Map(),
    withdrawals: new Map(),
    paidAtBank: new Set(),
    expectedPaid: new Set(),
    expectedCancelled: new Set(),
    expectedReturned: new Set(),
    expectedApproved: new Set(),
    expectedCompleted: new Set(),
    expectedRejected: new Set(),
    abandoned: new Set(),
  };
}
