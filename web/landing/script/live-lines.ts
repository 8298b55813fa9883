import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals-react";
import type { Candle } from "../../../worker/contract/candles.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../../worker/contract/symbols.ts";
import { MINUTE_MS } from "../../../worker/contract/time.ts";
import { fetchCandles } from "../../chart/fetch-candles.ts";
import { poll } from "../../state/network/poll.ts";
import { quoteOf } from "../../state/prices.ts";
import type { PricePoint } from "./chart-geometry.ts";
import { MINI_WATCHLIST } from "./mini-symbols.ts";
import { addTick, joinLine, LINE_MINUTES } from "./price-line.ts";

type Line = {
  candles: Signal<readonly Candle[]>;
  ticks: Signal<readonly PricePoint[]>;
  points: ReadonlySignal<readonly PricePoint[]>;
};

/**
 * The first visitor's request starts loading the candles, so the retry is short; the interval fills gaps after the page
 * slept.
 */
const PAUSES = { everyMs: 5 * MINUTE_MS, againMs: 4_000, freshMs: 60_000, isDue: true };

// Object.fromEntries gives string keys; these are the list's.
const lines = Object.fromEntries(FEED_SYMBOL_LIST.map((symbol) => [symbol, newLine()])) as Record<FeedSymbol, Line>;

function newLine(): Line {
  const candles = signal<readonly Candle[]>([]);
  const ticks = signal<readonly PricePoint[]>([]);
  return { candles, ticks, points: computed(() => joinLine(candles.value, ticks.value)) };
}

/** The last half hour of a symbol's price, oldest first; empty while nothing is known of it, and for those that the page does not show. */
export function lineOf(symbol: FeedSymbol): ReadonlySignal<readonly PricePoint[]> {
  return lines[symbol].points;
}

/** Loads the half hour before the visit and adds each new price. @returns stops it */
export function startLines(): () => void {
  const stops: (() => void)[] = MINI_WATCHLIST.map((symbol) => {
    const { ticks } = lines[symbol];
    return effect(() => {
      const quote = quoteOf(symbol).value;
      if (quote) ticks.value = addTick(ticks.peek(), { at: quote.at, price: quote.mid });
    });
  });
  stops.push(poll(loadCandles, PAUSES));
  return () => {
    for (const stop of stops) stop();
  };
}

/** A failure keeps the loaded candles; without any, the line grows from the first price of the visit. */
async function loadCandles(): Promise<boolean> {
  const arrived = await Promise.all(
    MINI_WATCHLIST.map(async (symbol) => {
      try {
        const { candles, isWhole } = await fetchCandles({ symbol, interval: "1m", limit: LINE_MINUTES + 1 });
        lines[symbol].candles.value = candles;
        return isWhole;
      } catch (error) {
        console.warn(`no history of ${symbol}`, error);
        return false;
      }
    }),
  );
  return arrived.every(Boolean);
}
