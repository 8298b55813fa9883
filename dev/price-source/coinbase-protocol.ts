import { z } from "zod";
import type { Dialect } from "./dialect.ts";
import type { Candle } from "./market.ts";

/**
 * The ticker stream and the candle response of Coinbase Exchange. Both need no key.
 * Source: https://docs.cdp.coinbase.com/exchange/websocket-feed/channels,
 * https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductcandles
 */

const clientFrame = z.object({
  type: z.enum(["subscribe", "unsubscribe"]),
  product_ids: z.array(z.string()),
  channels: z.array(z.string()),
});

/** The socket protocol of Coinbase Exchange. */
export const coinbaseDialect: Dialect = {
  source: "coinbase",
  spreadShare: 0.000_01,
  heartbeat: { everyMs: 1_000, isOnlyWhenQuiet: false },
  writeGreeting: () => null,
  readFrame(frame) {
    const request = clientFrame.safeParse(frame);
    if (!request.success || !request.data.channels.includes("ticker")) return null;
    return { type: request.data.type, names: request.data.product_ids, wantsSnapshot: false };
  },
  nameOf: ({ coinbase }) => coinbase,
  answerSubscription: ({ names: product_ids }) => [
    JSON.stringify({ type: "subscriptions", channels: [{ name: "ticker", product_ids }] }),
  ],
  // One frame per trade. Every number is a string.
  writeQuotes: (quotes) =>
    quotes.map(({ name, price, bid, ask, atMs, volume }) =>
      JSON.stringify({
        type: "ticker",
        product_id: name,
        price: String(price),
        best_bid: String(bid),
        best_ask: String(ask),
        time: new Date(atMs).toISOString(),
        last_size: String(volume),
      }),
    ),
  writeHeartbeat: (nowMs, names) =>
    names.map((product_id) => JSON.stringify({ type: "heartbeat", product_id, time: new Date(nowMs).toISOString() })),
  writeUnknownName: (name) =>
    JSON.stringify({ type: "error", message: "Failed to subscribe", reason: `${name} is not a valid product` }),
  writeInvalid: () => JSON.stringify({ type: "error", message: "Malformed JSON" }),
};

const CANDLES_PER_ANSWER = 300;

/** Query of the candle call. `granularity` is in seconds and becomes ms; a range has at most 300 candles. */
export const candleQuery = z
  .object({
    granularity: z.enum(["60", "300", "900", "3600", "21600", "86400"]).transform((text) => Number(text) * 1_000),
    start: z.iso.datetime().transform((text) => Date.parse(text)),
    end: z.iso.datetime().transform((text) => Date.parse(text)),
  })
  .refine(({ granularity, start, end }) => (end - start) / granularity <= CANDLES_PER_ANSWER, {
    path: ["granularity"],
    message: "too small for the requested time range",
  });

/** The candle response, newest first: `[time, low, high, open, close, volume]`, time in epoch seconds. */
export function candleAnswer(candles: readonly Candle[]): Response {
  const rows = candles.map(({ startMs, ...c }) => [startMs / 1_000, c.low, c.high, c.open, c.close, c.volume]);
  return Response.json(rows.reverse());
}

/** An error response of the REST API. */
export function refuse(status: 400 | 404 | 429 | 500, message: string): Response {
  return Response.json({ message }, { status });
}
