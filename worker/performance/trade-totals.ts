import { type ClosedTrade, isLoss, isWin } from "./closed-trade.ts";

/** The totals of a set of trades, in whole units of their account (cents of money) and ms. The database stores exactly these. */
export type TradeTotals = {
  trades: number;
  wins: number;
  losses: number;
  buys: number;
  resultUnits: number;
  grossProfitUnits: number;
  /** A positive number. */
  grossLossUnits: number;
  holdingMs: number;
};

/** The totals of no trades. */
export const NO_TRADES: TradeTotals = {
  trades: 0,
  wins: 0,
  losses: 0,
  buys: 0,
  resultUnits: 0,
  grossProfitUnits: 0,
  grossLossUnits: 0,
  holdingMs: 0,
};

/** The totals of a list of trades. */
export function totalsOf(trades: readonly ClosedTrade[]): TradeTotals {
  return trades.reduce(addTrade, NO_TRADES);
}

function addTrade(totals: TradeTotals, trade: ClosedTrade): TradeTotals {
  const { resultUnits } = trade;
  return {
    trades: totals.trades + 1,
    wins: totals.wins + Number(isWin(trade)),
    losses: totals.losses + Number(isLoss(trade)),
    buys: totals.buys + Number(trade.direction === "Buy"),
    resultUnits: totals.resultUnits + resultUnits,
    grossProfitUnits: totals.grossProfitUnits + Math.max(resultUnits, 0),
    grossLossUnits: totals.grossLossUnits + Math.max(-resultUnits, 0),
    holdingMs: totals.holdingMs + trade.closedAtMs - trade.openedAtMs,
  };
}
