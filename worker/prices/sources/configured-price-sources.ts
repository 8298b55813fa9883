import type { SourceId } from "../../contract/quotes.ts";
import type { Settings } from "../../platform/env.ts";
import { listedPriceSources } from "../../platform/price-source-settings.ts";
import { coinbase } from "./coinbase-protocol.ts";
import { finnhub } from "./finnhub-protocol.ts";
import { kraken } from "./kraken-protocol.ts";
import type { PriceSource } from "./price-source.ts";

const MAKE: Record<SourceId, (settings: Settings) => PriceSource> = {
  finnhub: ({ PRICE_SOURCE_URL, PRICE_SOURCE_KEY }) => finnhub({ url: PRICE_SOURCE_URL, key: PRICE_SOURCE_KEY }),
  coinbase: ({ COINBASE_FEED_URL, COINBASE_API_URL }) =>
    coinbase({ feedUrl: COINBASE_FEED_URL, apiUrl: COINBASE_API_URL }),
  kraken: ({ KRAKEN_FEED_URL }) => kraken({ feedUrl: KRAKEN_FEED_URL }),
};

/** The configured sources, in order of preference: each symbol takes the first that has it. */
export function priceSourcesFor(settings: Settings): PriceSource[] {
  return listedPriceSources(settings).map((id) => MAKE[id](settings));
}
