import { type ReadonlySignal, type Signal, signal } from "@preact/signals-react";
import { CANDLE_INTERVALS, type Candle } from "../../worker/contract/candles.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { fetchCandles } from "../chart/fetch-candles.ts";
import { never, startStopwatch } from "../state/timing/stopwatch.ts";

/** The candles of each symbol over the last 24 hours, in quarters of an hour, for sparklines and the day's range. */

/** One more than there are in a day: the candle before the day's first one gives the previous close. */
const QUARTERS = CANDLE_INTERVALS["1d"] / CANDLE_INTERVALS["15m"] + 1;

/** How long a complete history counts as fresh: meanwhile, a return to its screen requests nothing. */
const FRESH_MS = 60_000;

/** The time since each complete history arrived. */
const ages = new Map<FeedSymbol, () => number>();

// fromEntries returns string keys; the list it is built from has every symbol.
const histories = Object.fromEntries(
  FEED_SYMBOL_LIST.map((symbol) => [symbol, signal<readonly Candle[]>([])]),
) as Record<FeedSymbol, Signal<readonly Candle[]>>;

/** The candles of a symbol, oldest first; empty before they have arrived. */
export function dayHistory(symbol: FeedSymbol): ReadonlySignal<readonly Candle[]> {
  return histories[symbol];
}

/**
 * Loads the history of these symbols, except where it is fresh. A failure keeps the loaded candles; live prices do not
 * depend on them.
 * @returns whether everything arrived; otherwise retry soon
 */
export async function loadDayHistory(symbols: readonly FeedSymbol[]): Promise<boolean> {
  const arrived = await Promise.all(
    symbols.map(async (symbol) => {
      if ((ages.get(symbol) ?? never)() < FRESH_MS) return true;
      try {
        const { candles, isWhole } = await fetchCandles({ symbol, interval: "15m", limit: QUARTERS });
        histories[symbol].value = candles;
        if (isWhole && candles.length > 0) ages.set(symbol, startStopwatch());
        return isWhole;
      } catch (error) {
        console.warn(`no history of ${symbol}`, error);
        return false;
      }
    }),
  );
  return arrived.every(Boolean);
}

/** Empties the histories, for tests, which share one page. */
export function forgetDayHistory(): void {
  ages.clear();
  for (const history of Object.values(histories)) history.value = [];
}

/**
 * The lowest and the highest price since an instant, or null without a candle.
 * @param sinceMs epoch ms
 */
export function rangeSince(candles: readonly Candle[], sinceMs: number): { low: number; high: number } | null {
  const within = candles.filter(([startMs]) => startMs >= sinceMs);
  if (within.length === 0) return null;
  return {
    low: Math.min(...within.map(([, , , low]) => low)),
    high: Math.max(...within.map(([, , high]) => high)),
  };
}

/**
 * The last price before an instant, or null without a candle.
 * @param sinceMs epoch ms
 */
export function closeBefore(candles: readonly Candle[], sinceMs: number): number | null {
  return candles.findLast(([startMs]) => startMs < sinceMs)?.[4] ?? null;
}
