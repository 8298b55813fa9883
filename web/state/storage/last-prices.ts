import { type FeedSymbol, isFeedSymbol } from "../../../worker/contract/symbols.ts";
import { mayKeepPrices, OFFLINE_CACHE, PRICES_ENTRY } from "./offline-cache.ts";

/**
 * A public price, in steps.
 * @property atMs when it was the market's, epoch ms of this device's clock
 * @property isSimulated whether it was of no market
 */
export type LastPrice = { symbol: FeedSymbol; steps: number; atMs: number; isSimulated: boolean };

/** Stores the last prices in place of those stored before. */
export async function storeLastPrices(prices: readonly LastPrice[]): Promise<void> {
  const cache = await caches.open(OFFLINE_CACHE);
  if (!mayKeepPrices()) return;
  await cache.put(PRICES_ENTRY, new Response(JSON.stringify(prices)));
}

/** The last prices that a page of this browser has stored; none where there are none, or of another version. */
export async function readLastPrices(): Promise<readonly LastPrice[]> {
  const stored = await caches.match(PRICES_ENTRY, { cacheName: OFFLINE_CACHE });
  const prices: unknown = await stored?.json();
  return Array.isArray(prices) ? prices.filter(isLastPrice) : [];
}

function isLastPrice(value: unknown): value is LastPrice {
  if (typeof value !== "object" || value === null) return false;
  const { symbol, steps, atMs, isSimulated } = value as Partial<Record<keyof LastPrice, unknown>>;
  const isNumbers = Number.isFinite(steps) && Number.isFinite(atMs);
  return typeof symbol === "string" && isFeedSymbol(symbol) && isNumbers && typeof isSimulated === "boolean";
}
