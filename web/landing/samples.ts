/** The deposit shown in all sample pictures of the page, from the amount to the balance. */
export const SAMPLE_DEPOSIT = {
  amountUsd: 100,
  balanceBeforeUsd: 250.55,
  reference: "D7KQ4M2XW9P",
  paidAt: Date.UTC(2026, 10, 20, 10, 4),
} as const;

export const SAMPLE_MONTH = { year: 2026, month: 11 } as const;

/** Its days with trades: results in dollars. */
export const SAMPLE_DAYS = [
  { day: "2026-11-03", pnl: 42, trades: 3 },
  { day: "2026-11-04", pnl: -18, trades: 2 },
  { day: "2026-11-05", pnl: 96, trades: 4 },
  { day: "2026-11-06", pnl: 12, trades: 1 },
  { day: "2026-11-10", pnl: -64, trades: 5 },
  { day: "2026-11-11", pnl: 32, trades: 2 },
  { day: "2026-11-12", pnl: 9, trades: 1 },
  { day: "2026-11-13", pnl: 155, trades: 6 },
  { day: "2026-11-17", pnl: 23, trades: 2 },
  { day: "2026-11-18", pnl: -10, trades: 1 },
  { day: "2026-11-19", pnl: 72, trades: 3 },
  { day: "2026-11-20", pnl: -20, trades: 2 },
] as const;
