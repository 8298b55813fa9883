import type { CompactFrame, QuoteOrigin } from "../../worker/contract/compact-frame.ts";
import type { PriceSource } from "../../worker/contract/market-messages.ts";
import { stepsOf } from "../../worker/contract/price-steps.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";

/** Prices in dollars. A pair is bid and ask; of a single price both sides are equal. */
export type TestPrices = Partial<Record<FeedSymbol, number | [number, number]>>;

type Given = { ageMs?: number; dayOpen?: number; origin?: QuoteOrigin; source?: PriceSource; now?: number };

/** The origin of a quote that no test asks about. */
const ORIGIN: QuoteOrigin = { source: "kraken", agreement: "alone", disagreesWith: null };

let seq = 0;

/** A snapshot of prices as the market's socket delivers it. They are `ageMs` old, and the day opened at `dayOpen` dollars. */
export function priceMessage(
  prices: TestPrices,
  { ageMs = 0, dayOpen = 100, origin = ORIGIN, source = "simulated", now = Date.now() }: Given = {},
): Omit<CompactFrame, "after"> {
  const quotes: CompactFrame["quotes"] = {};
  // Object.entries has string keys; they are those of `prices`.
  for (const [symbol, price] of Object.entries(prices) as [FeedSymbol, number | [number, number]][]) {
    const [bid, ask] = typeof price === "number" ? [price, price] : price;
    const steps = (dollars: number) => stepsOf(symbol, dollars, "nearest");
    quotes[symbol] = { bid: steps(bid), ask: steps(ask), at: now - ageMs, dayOpen: steps(dayOpen), origin };
  }
  seq += 1;
  return { quotes, source, seq, now };
}
