import type { TradeResult } from "./trade-filter.ts";
import type { CardFigures } from "./trade-types.ts";

/** The trades from which a rate says something. */
export const FEW_TRADES = 5;

/** The number of trades by how they ended; the three add up to all trades. */
export function tradeCounts(figures: CardFigures): Record<TradeResult, number> {
  const { totalTrades, winningTrades, losingTrades } = figures;
  return { win: winningTrades, loss: losingTrades, even: totalTrades - winningTrades - losingTrades };
}
