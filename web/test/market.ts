import { act } from "@testing-library/react";
import type { Quotes } from "../../worker/contract/market-messages.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { takePrices } from "../state/prices.ts";

/**
 * Delivers prices as the market's socket does, without delay. They are `ageMs` old, and the day opened at `dayOpen`.
 */
export function bringPrices(
  prices: Partial<Record<FeedSymbol, number>>,
  { ageMs = 0, dayOpen = 100 }: { ageMs?: number; dayOpen?: number } = {},
): void {
  const now = Date.now();
  const quotes = Object.entries(prices).map(([symbol, price]) => [symbol, { price, at: now - ageMs, dayOpen }]);
  // The keys are those of `prices`.
  const frame = Object.fromEntries(quotes) as Quotes;
  act(() => takePrices({ type: "market-data", prices: frame, source: "simulated", seq: now, now }, now));
}
