import { type ReadonlySignal, type Signal, signal } from "@preact/signals-react";
import { CANDLE_INTERVALS, type Candle } from "../../worker/contract/candles.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { fetchCandles } from "../chart/fetch-candles.ts";

/** What each symbol's price did in the last 24 hours, in quarters of an hour: what sparklines and the day's range show. */

/** One more than a day has: the one before the day's first says how the day before closed. */
const QUARTERS = CANDLE_INTERVALS["1d"] / CANDLE_INTERVALS["15m"] + 1;

// fromEntries gives string keys; the list it comes from holds every symbol.
const histories = Object.fromEntries(
  FEED_SYMBOL_LIST.map((symbol) => [symbol, signal<readonly Candle[]>([])]),
) as Record<FeedSymbol, Signal<readonly Candle[]>>;

/** Oldest first; none before they have arrived. */
export function dayHistory(symbol: FeedSymbol): ReadonlySignal<readonly Candle[]> {
  return histories[symbol];
}

/**
 * Loads the history of these symbols anew. What fails keeps what it had: the live price is shown all the same.
 * @returns whether all of it arrived; else it is worth asking again soon
 */
export async function loadDayHistory(symbols: readonly FeedSymbol[]): Promise<boolean> {
  const arrived = await Promise.all(
    symbols.map(async (symbol) => {
      try {
        const { candles, isWhole } = await fetchCandles({ symbol, interval: "15m", limit: QUARTERS });
        histories[symbol].value = candles;
        return isWhole;
      } catch (error) {
        console.warn(`no history of ${symbol}`, error);
        return false;
      }
    }),
  );
  return arrived.every(Boolean);
}

/** The lowest and the highest price since a moment, or null where no candle says. @param sinceMs epoch ms */
export function rangeSince(candles: readonly Candle[], sinceMs: number): { low: number; high: number } | null {
  const within = candles.filter(([startMs]) => startMs >= sinceMs);
  if (within.length === 0) return null;
  return {
    low: Math.min(...within.map(([, , , low]) => low)),
    high: Math.max(...within.map(([, , high]) => high)),
  };
}

/** The last price before a moment, or null where no candle says. @param sinceMs epoch ms */
export function closeBefore(candles: readonly Candle[], sinceMs: number): number | null {
  return candles.findLast(([startMs]) => startMs < sinceMs)?.[4] ?? null;
}
