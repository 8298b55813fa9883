/** A closed trade, the input of the formulas. Its result is whole units of its account (cents of money), net of commission and swap. */
export type ClosedTrade = {
  symbol: string;
  direction: "Buy" | "Sell";
  entryPrice: number;
  exitPrice: number;
  /** The stop price when the trade was opened, if known. */
  stopPrice: number | null;
  openedAtMs: number;
  closedAtMs: number;
  resultUnits: number;
};

/** Consecutive trades by their indexes from 0 in the order of closing, both ends inclusive. */
export type Places = { first: number; last: number };

/** Returns true for a profit. A trade with a result of zero is neither a win nor a loss. */
export function isWin({ resultUnits }: Pick<ClosedTrade, "resultUnits">): boolean {
  return resultUnits > 0;
}

/** Returns true for a loss. */
export function isLoss({ resultUnits }: Pick<ClosedTrade, "resultUnits">): boolean {
  return resultUnits < 0;
}
