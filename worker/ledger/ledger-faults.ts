/** The faults that a check of the ledger can find, and their texts. Pure. Money in cents. */

/** The sum that was credited for one code, and the one of its deposit. */
export type CreditedCode = { billNumber: string; credits: number; creditedCents: number; paidCents: number };

/** Whether something else was credited for a code than its deposit says. */
export function isCreditedOtherwise({ creditedCents, paidCents }: CreditedCode): boolean {
  return creditedCents !== paidCents;
}

/** The faults that a check found. */
export type LedgerFaults = {
  /** The sum of the checked entries: always 0 in a correct ledger. */
  totalCents: number;
  /** Accounts whose stored balance is not the sum of their entries. */
  differing: Array<{ accountId: string; balanceCents: number; entriesCents: number }>;
  /** Accounts whose balance differs from the records behind it: deposits, withdrawals, imports. */
  unfounded: Array<{ accountId: string; balanceCents: number; recordsCents: number }>;
  /** Transfers whose entries do not sum to zero, or that have fewer than two. */
  unbalanced: string[];
  /** Accounts below their floor. */
  belowFloor: string[];
  /** Deposits whose code was credited otherwise than they say, e.g. a second time. */
  creditedTwice: CreditedCode[];
};

/** Describes each fault in one line; empty for a correct ledger. */
export function describeFaults(faults: LedgerFaults): string[] {
  const { totalCents, differing, unfounded, unbalanced, belowFloor, creditedTwice } = faults;
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
    ...creditedTwice.map(
      ({ billNumber, credits, creditedCents, paidCents }) =>
        `deposit ${billNumber}: credited ${credits} times, ${creditedCents} cents in all, its record says ${paidCents} cents`,
    ),
  ];
}
