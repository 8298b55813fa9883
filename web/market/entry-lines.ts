import { FEED_SYMBOLS, type FeedSymbol, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import type { PriceLine } from "../chart/draw-price-lines.ts";
import { isStale, quoteOf, serverClock } from "../state/prices.ts";
import { formatAge, formatPrice } from "../ui/format.ts";
import { openTrades } from "./demo-trading.ts";
import { marketText } from "./market-text.ts";

/**
 * The lines across a symbol's chart: the entries of open positions, and the last price with the remaining time of its
 * candle, or with its age once it is stale. Reads signals.
 */
export function chartLines(symbol: FeedSymbol, candle: { isUp: boolean; endsAtMs: number } | null): PriceLine[] {
  const { decimals } = FEED_SYMBOLS[symbol];
  const entries = openTrades.value
    .filter((trade) => TRADED_SYMBOLS[trade.symbol].pricedFrom === symbol)
    .map(({ price }): PriceLine => ({ price, tagText: [formatPrice(price, decimals)], look: "entry" }));
  const quote = quoteOf(symbol).value;
  if (!quote) return entries;
  const price = formatPrice(quote.price, decimals);
  const nowMs = serverClock.value;
  if (isStale(symbol).value) {
    return [
      ...entries,
      { price: quote.price, tagText: [price, marketText.old(formatAge(nowMs - quote.at))], look: "stale" },
    ];
  }
  const leftMs = candle ? candle.endsAtMs - nowMs : 0;
  const tagText = leftMs > 0 && leftMs <= DAY_MS ? [price, timeLeft(leftMs)] : [price];
  return [...entries, { price: quote.price, tagText, look: candle?.isUp === false ? "down" : "up" }];
}

/** `07:52`, or `3:07:52` from an hour on. */
function timeLeft(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3_600 ? clock : `${Math.floor(seconds / 3_600)}:${clock}`;
}
