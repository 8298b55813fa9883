/** What was told about one trader's money, and what was done to it at the bank. Amounts in cents. */
export type ExpectedState = {
  userId: string;
  deposits: Map<string, { md5Hash: string; qrString: string; amountCents: number }>;
  /** Deposits whose code was paid, whether or not the product knows of it yet. */
  paidAtBank: Set<string>;
  expectedPaid: Set<string>;
  toldCancelled: Set<string>;
  withdrawals: Map<string, { amountCents: number }>;
  toldGivenBack: Set<string>;
  /** What admins were told of their decisions. */
  toldApproved: Set<string>;
  toldCompleted: Set<string>;
  toldRejected: Set<string>;
  /** Keys of the trader's requests that were not sent again when their answer was lost: done whole, or not at all. */
  left: Set<string>;
};

export function newAccount(userId: string): ExpectedState {
  return {
    userId,
    deposits: new Map(),
    withdrawals: new Map(),
    paidAtBank: new Set(),
    expectedPaid: new Set(),
    toldCancelled: new Set(),
    toldGivenBack: new Set(),
    toldApproved: new Set(),
    toldCompleted: new Set(),
    toldRejected: new Set(),
    left: new Set(),
  };
}
