/** A closed trade as the formulas take it. Money is whole cents, net of commission and swap. */
export type ClosedTrade = {
  symbol: string;
  direction: "Buy" | "Sell";
  entryPrice: number;
  exitPrice: number;
  /** Where a stop stood when it was opened, if that is known. */
  stopPrice: number | null;
  openedAtMs: number;
  closedAtMs: number;
  profitCents: number;
};

/** Trades in a row, by their places from 0 in the order in which they were closed; both ends are among them. */
export type Places = { first: number; last: number };

/** A trade that made nothing and lost nothing is neither a win nor a loss. */
export function isWin({ profitCents }: Pick<ClosedTrade, "profitCents">): boolean {
  return profitCents > 0;
}

export function isLoss({ profitCents }: Pick<ClosedTrade, "profitCents">): boolean {
  return profitCents < 0;
}
