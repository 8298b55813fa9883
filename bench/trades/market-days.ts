import { LOCAL_MARKETS } from "../../dev/price-source/local-markets.ts";
import type { ImportRow } from "../../worker/admin/imports/import-row.ts";
import { cents } from "../../worker/contract/money.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";

/** The same sequence of numbers from 0 to 1 for the same seed (Mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Generates closed trades that are spread evenly over a span, oldest first; the same seed gives the same trades. */
export function generateTrades({
  fromMs,
  toMs,
  count,
  seed,
}: {
  fromMs: number;
  toMs: number;
  count: number;
  seed: number;
}) {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, i): ImportRow => {
    const closeTime = Math.floor(fromMs + ((toMs - fromMs) * (i + random())) / count);
    // A random number is below 1, so the place is in the list.
    const symbol = FEED_SYMBOL_LIST[Math.floor(random() * FEED_SYMBOL_LIST.length)] as FeedSymbol;
    const { level } = LOCAL_MARKETS[symbol];
    const direction = random() < 0.5 ? ("Buy" as const) : ("Sell" as const);
    const entryPrice = Math.round(level * (0.9 + random() * 0.2) * 100) / 100;
    const gain = (random() - 0.49) * 0.01;
    const exitPrice = Math.round(entryPrice * (direction === "Buy" ? 1 + gain : 1 - gain) * 100) / 100;
    return {
      ticket: String(1_000_000 + i),
      symbol,
      direction,
      // Steps of 0.01, to 0.50.
      lotSize: 10_000 * (1 + ((i * 7_919) % 50)),
      entryPrice,
      exitPrice,
      stopPrice: random() < 0.5 ? Math.round(entryPrice * (direction === "Buy" ? 0.99 : 1.01) * 100) / 100 : null,
      openTime: closeTime - Math.floor(random() * 240) * MINUTE_MS,
      closeTime,
      profitLoss: cents(Math.round(gain * 10_000)),
    };
  });
}
