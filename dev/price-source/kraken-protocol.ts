import { z } from "zod";
import type { Dialect, NamedQuote } from "./dialect.ts";

/**
 * Kraken's ticker channel, WebSocket v2, which needs no key. Numbers are JSON numbers.
 * Source: https://docs.kraken.com/exchange/api-reference/spot-websocket-v2/ticker,
 * https://docs.kraken.com/exchange/api-reference/spot-websocket-v2/heartbeat,
 * https://docs.kraken.com/exchange/api-reference/spot-websocket-v2/status
 */

const clientFrame = z.object({
  method: z.enum(["subscribe", "unsubscribe"]),
  params: z.object({
    channel: z.literal("ticker"),
    symbol: z.array(z.string()),
    event_trigger: z.enum(["bbo", "trades"]).default("trades"),
    snapshot: z.boolean().default(true),
  }),
});

/** The socket protocol of Kraken. */
export const krakenDialect: Dialect = {
  source: "kraken",
  spreadShare: 0.000_02,
  heartbeat: { everyMs: 1_000, isOnlyWhenQuiet: true },
  writeGreeting: () =>
    JSON.stringify({
      channel: "status",
      type: "update",
      data: [{ version: "2.0.10", system: "online", api_version: "v2", connection_id: 1 }],
    }),
  readFrame(frame) {
    const request = clientFrame.safeParse(frame);
    if (!request.success) return null;
    const { method: type, params } = request.data;
    return { type, names: params.symbol, wantsSnapshot: type === "subscribe" && params.snapshot };
  },
  nameOf: ({ kraken }) => kraken,
  answerSubscription({ type: method, names }, nowMs) {
    const time = new Date(nowMs).toISOString();
    return names.map((symbol) =>
      JSON.stringify({
        method,
        result: { channel: "ticker", symbol },
        success: true,
        time_in: time,
        time_out: time,
      }),
    );
  },
  // The list of a ticker frame always has one item.
  writeQuotes: (quotes, type) =>
    quotes.map((quote) => JSON.stringify({ channel: "ticker", type, data: [tickerOf(quote)] })),
  writeHeartbeat: () => ['{"channel":"heartbeat"}'],
  writeUnknownName: (symbol) =>
    JSON.stringify({ error: `Currency pair not supported ${symbol}`, method: "subscribe", success: false, symbol }),
  writeInvalid: () => JSON.stringify({ error: "Malformed request", success: false }),
};

function tickerOf({ name: symbol, price: last, bid, ask, atMs }: NamedQuote) {
  return { symbol, bid, bid_qty: 1, ask, ask_qty: 1, last, timestamp: new Date(atMs).toISOString() };
}
