import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { priceSource, quoteOf, serverNow } from "../state/prices.ts";
import { type LastPrice, storeLastPrices } from "../state/storage/last-prices.ts";

/** A page that ends without a notice loses at most so much, in ms. */
const EVERY_MS = 30_000;

/**
 * Stores this page's prices for the offline page: now and then, when the page is hidden, and when the network is gone. A
 * timer, so that a tick costs nothing.
 * @returns stops it
 */
export function keepLastPrices(): () => void {
  const keep = () => {
    const prices = lastPrices();
    if (prices.length > 0) storeLastPrices(prices).catch((error: unknown) => console.info("prices not kept", error));
  };
  const keepHidden = () => {
    if (document.hidden) keep();
  };
  keep();
  const timer = setInterval(keep, EVERY_MS);
  addEventListener("offline", keep);
  document.addEventListener("visibilitychange", keepHidden);
  return () => {
    clearInterval(timer);
    removeEventListener("offline", keep);
    document.removeEventListener("visibilitychange", keepHidden);
  };
}

function lastPrices(): LastPrice[] {
  const isSimulated = priceSource.peek() === "simulated";
  return FEED_SYMBOL_LIST.flatMap((symbol) => {
    const quote = quoteOf(symbol).peek();
    if (!quote) return [];
    const ageMs = Math.max(0, serverNow() - quote.at);
    return [{ symbol, steps: quote.mid, atMs: Date.now() - ageMs, isSimulated }];
  });
}
