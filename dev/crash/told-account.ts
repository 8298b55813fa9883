/** What one trader was told about their money, and what was done to it at the bank. Amounts in cents. */
export type ToldAccount = {
  userId: string;
  deposits: Map<string, { md5Hash: string; qrString: string; amountCents: number }>;
  /** Deposits whose code was paid, whether or not the product knows of it yet. */
  paidAtBank: Set<string>;
  toldPaid: Set<string>;
  toldCancelled: Set<string>;
  withdrawals: Map<string, { amountCents: number }>;
  toldGivenBack: Set<string>;
  /** Keys of requests that were not sent again when their answer was lost: done whole, or not at all. */
  left: Set<string>;
};

export function newAccount(userId: string): ToldAccount {
  return {
    userId,
    deposits: new Map(),
    withdrawals: new Map(),
    ...{ paidAtBank: new Set(), toldPaid: new Set(), toldCancelled: new Set(), toldGivenBack: new Set() },
    left: new Set(),
  };
}
