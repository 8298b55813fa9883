/** The deposit shown in all sample pictures of the page, from the amount to the balance. */
export const SAMPLE_DEPOSIT = {
  amountUsd: 100,
  balanceBeforeUsd: 250.55,
  reference: "D7KQ4M2XW9P",
  paidAt: "Nov 20, 2026, 10:04",
} as const;
