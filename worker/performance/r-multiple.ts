import { milliROfGain } from "../contract/milli-r.ts";
import type { ClosedTrade } from "./closed-trade.ts";

type Risked = Pick<ClosedTrade, "direction" | "entryPrice" | "exitPrice" | "stopPrice">;

/**
 * R multiple: the price change divided by the risk, the distance from the entry to the stop.
 * Source: Van K. Tharp, "Trade Your Way to Financial Freedom", chapter 7
 *
 * @returns thousandths of R, rounded, so that sums are exact; null when the stop is unknown or on the wrong side
 */
export function milliR({ direction, entryPrice, exitPrice, stopPrice }: Risked): number | null {
  if (stopPrice === null) return null;
  const sign = direction === "Buy" ? 1 : -1;
  return milliROfGain((exitPrice - entryPrice) * sign, (entryPrice - stopPrice) * sign);
}

/**
 * The mean of R over the trades with a known stop; null without any.
 * @param known.riskedMilliR the sum of their {@link milliR}
 */
export function averageR(known: { riskedTrades: number; riskedMilliR: number }): number | null {
  return known.riskedTrades === 0 ? null : known.riskedMilliR / known.riskedTrades / 1000;
}
