/** What acts on the books may move; the same limits as in `db/guards/book_acts.sql`. */
export const BOOKS = {
  /** The most that one correction moves, and all of one trader in 24 hours, in cents. */
  correctionCentsMax: 100_000,
  /** The most that one fee of the bank is, in cents, and in hundredths of a riel. */
  feeCentsMax: 100_000,
  feeRielHundredthsMax: 400_000_000,
  /** Riel for a dollar, in hundredths. */
  rateHundredthsMin: 100_000,
  rateHundredthsMax: 1_000_000,
  /** That of a payment in riel before the first act in riel, as `exception_entries` has it. */
  rateHundredthsFirst: 400_000,
  /** How many operators agree on each act. */
  operators: 2,
} as const;
