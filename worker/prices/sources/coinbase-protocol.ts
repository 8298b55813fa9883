import * as z from "zod";
import type { Candle } from "../../contract/candles.ts";
import { FEED_SYMBOLS } from "../../contract/symbols.ts";
import { parseJson } from "./parse-json.ts";
import type { CandleSource } from "./price-source.ts";
import { readSides } from "./read-steps.ts";
import { symbolsByName } from "./symbols-by-name.ts";

/**
 * Client of Coinbase Exchange's public ticker stream and candles, which need no key.
 * Source: https://docs.cdp.coinbase.com/exchange/websocket-feed/channels and
 * https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductcandles
 */

const tickerFrame = z.object({
  type: z.literal("ticker"),
  product_id: z.string(),
  best_bid: z.string(),
  best_ask: z.string(),
  time: z.iso.datetime({ offset: true }),
  last_size: z.string().transform(Number).pipe(z.number().nonnegative()).catch(0),
});

/** `[time, low, high, open, close, volume]`, newest first, times in epoch seconds. */
const candleAnswer = z.array(
  z.tuple([
    z.number(),
    z.number().positive(),
    z.number().positive(),
    z.number().positive(),
    z.number().positive(),
    z.number(),
  ]),
);

const BY_NAME = symbolsByName(({ coinbase }) => coinbase);

/** The price source for the two coins that quotes both sides after each trade. */
export function coinbase({ feedUrl, apiUrl }: { feedUrl: string; apiUrl: string }): CandleSource {
  return {
    id: "coinbase",
    name: "Coinbase",
    symbols: [...BY_NAME.values()],
    capabilities: { candles: true, history: true },
    heartbeatMs: 1_000,
    socketUrl: feedUrl,
    // A subscription must be sent within five seconds; heartbeats distinguish a quiet market from a dead connection.
    subscribeFrames: [
      JSON.stringify({ type: "subscribe", product_ids: [...BY_NAME.keys()], channels: ["ticker", "heartbeat"] }),
    ],
    readQuotes(frame) {
      const ticker = tickerFrame.safeParse(parseJson(frame));
      if (!ticker.success) return [];
      const { product_id, best_bid, best_ask, time, last_size: volume } = ticker.data;
      const symbol = BY_NAME.get(product_id);
      const sides = symbol && readSides(symbol, { bid: best_bid, ask: best_ask });
      if (!sides) return [];
      return [{ symbol, ...sides, at: Date.parse(time), source: "coinbase", kind: "quoted", volume }];
    },
    candleCall({ symbol, sizeMs, fromMs, toMs }) {
      const url = new URL(
        `products/${FEED_SYMBOLS[symbol].coinbase}/candles`,
        apiUrl.endsWith("/") ? apiUrl : `${apiUrl}/`,
      );
      const span = { start: new Date(fromMs).toISOString(), end: new Date(toMs).toISOString() };
      url.search = new URLSearchParams({ granularity: String(sizeMs / 1000), ...span }).toString();
      // The API refuses requests without a user agent.
      return { url: url.href, headers: { "User-Agent": "tonle" } };
    },
    candlesPerCall: 300,
    readCandles(answer) {
      const parsed = candleAnswer.safeParse(answer);
      if (!parsed.success) return null;
      return parsed.data
        .map(([startS, low, high, open, close, volume]): Candle => [startS * 1000, open, high, low, close, volume])
        .reverse();
    },
  };
}
