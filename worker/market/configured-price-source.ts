import type { Settings } from "../platform/env.ts";
import { coinbase } from "./coinbase-protocol.ts";
import { finnhub } from "./finnhub-protocol.ts";
import type { PriceSource } from "./price-source.ts";

/** The configured source: with a key the one that has all symbols, without a key the public stream of the two coins. */
export function priceSourceFor(settings: Settings): PriceSource {
  const { PRICE_SOURCE_URL, PRICE_SOURCE_KEY, COINBASE_FEED_URL, COINBASE_API_URL } = settings;
  return PRICE_SOURCE_KEY === ""
    ? coinbase({ feedUrl: COINBASE_FEED_URL, apiUrl: COINBASE_API_URL })
    : finnhub({ url: PRICE_SOURCE_URL, key: PRICE_SOURCE_KEY });
}
