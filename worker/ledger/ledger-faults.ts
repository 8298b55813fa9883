/** What a check of the ledger can find, and the words for it. Pure. Money in cents. */

export type LedgerFaults = {
  /** The sum of the entries that were looked at: always 0. */
  totalCents: number;
  /** Accounts whose kept balance is not the sum of their entries. */
  differing: Array<{ accountId: string; balanceCents: number; entriesCents: number }>;
  /** Accounts that hold another sum than the records behind them say: deposits, withdrawals, imports. */
  unfounded: Array<{ accountId: string; balanceCents: number; recordsCents: number }>;
  /** Transfers whose entries do not sum to zero, or that have fewer than two. */
  unbalanced: string[];
  /** Accounts below their floor. */
  belowFloor: string[];
};

/** Each fault in a line; none for a ledger that is right. */
export function describeFaults(faults: LedgerFaults): string[] {
  const { totalCents, differing, unfounded, unbalanced, belowFloor } = faults;
  return [
    ...(totalCents === 0 ? [] : [`all entries sum to ${totalCents} cents, not 0`]),
    ...differing.map(
      ({ accountId, balanceCents, entriesCents }) =>
        `${accountId}: balance ${balanceCents} cents, entries ${entriesCents} cents`,
    ),
    ...unfounded.map(
      ({ accountId, balanceCents, recordsCents }) =>
        `${accountId}: balance ${balanceCents} cents, its records say ${recordsCents} cents`,
    ),
    ...unbalanced.map((id) => `transfer ${id} is not balanced`),
    ...belowFloor.map((id) => `${id} is below its floor`),
  ];
}
