import type { TradeTotals } from "./trade-totals.ts";

/** Mean profit of a winning trade, in units, not rounded; 0 without one. */
export function averageWinUnits({ grossProfitUnits, wins }: TradeTotals): number {
  return wins === 0 ? 0 : grossProfitUnits / wins;
}

/** Mean loss of a losing trade, in units above zero, not rounded; 0 without one. */
export function averageLossUnits({ grossLossUnits, losses }: TradeTotals): number {
  return losses === 0 ? 0 : grossLossUnits / losses;
}

/**
 * Win/loss ratio, also called payoff ratio: the average win divided by the average loss.
 * Source: https://www.investopedia.com/terms/w/win-loss-ratio.asp, "payoff"
 *
 * @returns 0 without a winning trade; null without a loss
 */
export function winLossRatio(totals: TradeTotals): number | null {
  const win = averageWinUnits(totals);
  if (win === 0) return 0;
  const loss = averageLossUnits(totals);
  return loss === 0 ? null : win / loss;
}

/**
 * Expectancy: the average result of a trade, in units, not rounded; 0 without trades. It is the win rate times the
 * average win minus the loss rate times the average loss, which equals the sum of all results divided by their number.
 * Source: Van K. Tharp, "Trade Your Way to Financial Freedom", chapter 7
 */
export function expectancyUnits({ resultUnits, trades }: TradeTotals): number {
  return trades === 0 ? 0 : resultUnits / trades;
}

/** The average time for which a trade was held, in ms; 0 without trades. */
export function averageHoldingMs({ holdingMs, trades }: TradeTotals): number {
  return trades === 0 ? 0 : holdingMs / trades;
}
