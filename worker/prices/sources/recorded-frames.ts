import { coinbase } from "./coinbase-protocol.ts";
import { finnhub } from "./finnhub-protocol.ts";
import { kraken } from "./kraken-protocol.ts";
import type { PriceSource } from "./price-source.ts";

/**
 * The frames of each source, for the conformance tests: written after its public documentation, which is named beside
 * each, with every field that the documentation shows.
 */

type Json = string | number | boolean | null;

/** The values of a quote in the source's own form. A source that reports trades sends `trade` instead of the sides. */
export type RawQuote = { name: Json; bid: Json; ask: Json; trade: Json; time: Json };

/** The frames of a source. */
export type RecordedSource = {
  /** @param apiUrl where candles are requested */
  open(apiUrl: string): PriceSource;
  /** The frame of these quotes; null when the source sends each quote in a frame of its own. */
  frameOf(quotes: readonly RawQuote[]): string | null;
  /** The name of Bitcoin. */
  bitcoin: string;
  /** A price in the source's own form. @param dollars decimal text */
  price(dollars: string): Json;
  /** A time in the source's own form. */
  time(atMs: number): Json;
  /** Frames that it sends when it has no quotes. */
  heartbeat: string;
  /** Frames that follow a connection and a subscription, besides quotes. */
  greetings: readonly string[];
  /** The answer to a subscription that it refuses. */
  refusedSubscription: string;
  /** Frames that it sends to a client that asks for too much. */
  rateLimit: string;
};

/**
 * Trades: https://finnhub.io/docs/api/websocket-trades. Errors have its stand-in's form; their text is that of the REST
 * API: https://finnhub.io/docs/api/rate-limit
 */
const FINNHUB: RecordedSource = {
  open: (url) => finnhub({ url, key: "key" }),
  frameOf: (quotes) =>
    JSON.stringify({
      type: "trade",
      data: quotes.map(({ name, trade, time }) => ({ c: ["1"], p: trade, s: name, t: time, v: 0.011_467 })),
    }),
  bitcoin: "BINANCE:BTCUSDT",
  price: Number,
  time: (atMs) => atMs,
  heartbeat: '{"type":"ping"}',
  greetings: [],
  refusedSubscription: '{"type":"error","msg":"Invalid symbol BINANCE:XXXUSDT"}',
  rateLimit: '{"type":"error","msg":"API limit reached. Please try again later. Remaining Limit: 0"}',
};

/**
 * Ticker and heartbeat: https://docs.cdp.coinbase.com/exchange/websocket-feed/channels; subscriptions and errors:
 * https://docs.cdp.coinbase.com/exchange/websocket-feed/overview and .../errors
 */
const COINBASE: RecordedSource = {
  open: (apiUrl) => coinbase({ feedUrl: apiUrl, apiUrl }),
  frameOf([quote, ...more]) {
    if (!quote || more.length > 0) return null;
    return JSON.stringify({
      type: "ticker",
      sequence: 37_475_248_783,
      product_id: quote.name,
      price: quote.trade,
      open_24h: "66310.65",
      volume_24h: "9173.81",
      low_24h: "65818.39",
      high_24h: "67885.07",
      volume_30d: "295610.51",
      best_bid: quote.bid,
      best_bid_size: "0.46688654",
      best_ask: quote.ask,
      best_ask_size: "1.56637040",
      side: "buy",
      time: quote.time,
      trade_id: 370_843_401,
      last_size: "0.011467",
    });
  },
  bitcoin: "BTC-USD",
  price: (dollars) => dollars,
  time: rfcTime,
  heartbeat:
    '{"type":"heartbeat","last_trade_id":20,"product_id":"BTC-USD","sequence":90,"time":"2026-11-23T12:00:00.464459Z"}',
  greetings: [
    '{"type":"subscriptions","channels":[{"name":"ticker","product_ids":["BTC-USD","ETH-USD"],"account_ids":null}]}',
  ],
  refusedSubscription: '{"type":"error","message":"Failed to subscribe","reason":"XXX-USD is not a valid product"}',
  rateLimit: '{"type":"error","message":"ErrSlowRead","reason":"too many messages"}',
};

/**
 * Ticker, heartbeat and status: https://docs.kraken.com/exchange/api-reference/spot-websocket-v2/ticker, .../heartbeat,
 * .../status. The rate limit's frame: https://docs.kraken.com/api/docs/guides/spot-ratelimits
 */
const KRAKEN: RecordedSource = {
  open: (feedUrl) => kraken({ feedUrl }),
  frameOf: (quotes) =>
    JSON.stringify({
      channel: "ticker",
      type: "update",
      data: quotes.map(({ name, bid, ask, trade, time }) => ({
        symbol: name,
        bid,
        bid_qty: 740.0,
        ask,
        ask_qty: 1_361.448_137_83,
        last: trade,
        volume: 997_038.983_831_85,
        vwap: 67_000.1,
        low: 65_818.3,
        high: 67_885.0,
        change: -17.2,
        change_pct: -0.17,
        timestamp: time,
      })),
    }),
  bitcoin: "BTC/USD",
  price: Number,
  time: rfcTime,
  heartbeat: '{"channel":"heartbeat"}',
  greetings: [
    '{"channel":"status","type":"update","data":[{"version":"2.0.10","system":"online","api_version":"v2","connection_id":4242}]}',
    '{"method":"subscribe","result":{"channel":"ticker","event_trigger":"bbo","snapshot":true,"symbol":"BTC/USD"},"success":true,"time_in":"2026-11-23T12:00:00.279948Z","time_out":"2026-11-23T12:00:00.279991Z"}',
  ],
  refusedSubscription:
    '{"error":"Currency pair not supported XXX/USD","method":"subscribe","success":false,"symbol":"XXX/USD","time_in":"2026-11-23T12:00:00.279948Z","time_out":"2026-11-23T12:00:00.279991Z"}',
  rateLimit: '{"Error":"Exceeded msg rate"}',
};

/** The frames of every source, by its id. */
export const RECORDED = { finnhub: FINNHUB, coinbase: COINBASE, kraken: KRAKEN } satisfies Record<
  PriceSource["id"],
  RecordedSource
>;

/** Microseconds, as both exchanges send them. */
function rfcTime(atMs: number): string {
  return new Date(atMs).toISOString().replace("Z", "000Z");
}
