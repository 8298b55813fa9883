import { type ClosedTrade, isLoss, isWin } from "./closed-trade.ts";

/** The totals of a set of trades, in whole cents and ms. The database stores exactly these. */
export type TradeTotals = {
  trades: number;
  wins: number;
  losses: number;
  buys: number;
  profitCents: number;
  grossProfitCents: number;
  /** A positive number. */
  grossLossCents: number;
  holdingMs: number;
};

/** The totals of no trades. */
export const NO_TRADES: TradeTotals = {
  trades: 0,
  wins: 0,
  losses: 0,
  buys: 0,
  profitCents: 0,
  grossProfitCents: 0,
  grossLossCents: 0,
  holdingMs: 0,
};

/** The totals of a list of trades. */
export function totalsOf(trades: readonly ClosedTrade[]): TradeTotals {
  return trades.reduce(addTrade, NO_TRADES);
}

function addTrade(totals: TradeTotals, trade: ClosedTrade): TradeTotals {
  const { profitCents } = trade;
  return {
    trades: totals.trades + 1,
    wins: totals.wins + Number(isWin(trade)),
    losses: totals.losses + Number(isLoss(trade)),
    buys: totals.buys + Number(trade.direction === "Buy"),
    profitCents: totals.profitCents + profitCents,
    grossProfitCents: totals.grossProfitCents + Math.max(profitCents, 0),
    grossLossCents: totals.grossLossCents + Math.max(-profitCents, 0),
    holdingMs: totals.holdingMs + trade.closedAtMs - trade.openedAtMs,
  };
}
