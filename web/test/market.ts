import { act } from "@testing-library/react";
import type { QuoteOrigin } from "../../worker/contract/compact-frame.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { type QuoteUpdates, takePrices } from "../state/prices.ts";

/**
 * Delivers prices as the market's socket does, without delay. A pair is bid and ask; of a single price both sides are
 * equal. They are `ageMs` old, and the day opened at `dayOpen`.
 */
export function bringPrices(
  prices: Partial<Record<FeedSymbol, number | [number, number]>>,
  { ageMs = 0, dayOpen = 100, origin = null }: { ageMs?: number; dayOpen?: number; origin?: QuoteOrigin | null } = {},
): void {
  const now = Date.now();
  const at = now - ageMs;
  const updates = Object.entries(prices).map(([symbol, price]) => {
    const [bid, ask] = typeof price === "number" ? [price, price] : price;
    const middle = bid === ask ? bid : Math.ceil((bid + ask) * 50) / 100;
    return [symbol, { price: middle, bid, ask, at, dayOpen, origin }];
  });
  // The keys are those of `prices`.
  const quotes = Object.fromEntries(updates) as QuoteUpdates;
  act(() => takePrices({ quotes, source: "simulated", now }, now));
}
