import { z } from "zod";
import type { Dialect } from "./dialect.ts";
import type { Candle } from "./market.ts";

/**
 * The frames and the candle response of Finnhub's API.
 * Source: https://finnhub.io/docs/api/websocket-trades, https://finnhub.io/docs/api/forex-candles
 */

const clientFrame = z.object({ type: z.enum(["subscribe", "unsubscribe"]), symbol: z.string() });

/** A trade: `p` dollars, `t` epoch ms, `v` volume (0 for quotes of FX venues, which report none). */
export type Trade = { s: string; p: number; t: number; v: number };

/** The socket protocol of Finnhub. */
export const finnhubDialect: Dialect = {
  source: "finnhub",
  // It reports trades alone.
  spreadShare: 0,
  heartbeat: { everyMs: 10_000, isOnlyWhenQuiet: false },
  writeGreeting: () => null,
  readFrame(frame) {
    const request = clientFrame.safeParse(frame);
    return request.success ? { type: request.data.type, names: [request.data.symbol], wantsSnapshot: false } : null;
  },
  nameOf: ({ source }) => source,
  answerSubscription: () => [],
  writeQuotes(quotes) {
    const data = quotes.map(({ name, price, atMs, volume }): Trade => ({ s: name, p: price, t: atMs, v: volume }));
    return [JSON.stringify({ type: "trade", data })];
  },
  writeHeartbeat: () => [JSON.stringify({ type: "ping" })],
  writeUnknownName: (name) => JSON.stringify({ type: "error", msg: `Invalid symbol ${name}` }),
  writeInvalid: () => JSON.stringify({ type: "error", msg: "Invalid message" }),
};

/** Minutes of each resolution that the stand-in offers; the service also has weeks and months. */
const RESOLUTION_MINUTES = { "1": 1, "5": 5, "15": 15, "30": 30, "60": 60, D: 1_440 } as const;

const seconds = z.coerce.number().int().nonnegative().max(1e11);
/** Query of the candle call. `resolution` becomes ms; `from` and `to` are epoch seconds. */
export const candleQuery = z.object({
  symbol: z.string().min(1),
  resolution: z
    .enum(["1", "5", "15", "30", "60", "D"])
    .transform((resolution) => RESOLUTION_MINUTES[resolution] * 60_000),
  from: seconds,
  to: seconds,
});

/** The candle response: parallel lists, oldest first, times in epoch seconds; `{s: "no_data"}` without candles. */
export function candleAnswer(candles: Candle[]): Response {
  if (candles.length === 0) return Response.json({ s: "no_data" });
  return Response.json({
    c: candles.map(({ close }) => close),
    h: candles.map(({ high }) => high),
    l: candles.map(({ low }) => low),
    o: candles.map(({ open }) => open),
    s: "ok",
    t: candles.map(({ startMs }) => startMs / 1_000),
    v: candles.map(({ volume }) => volume),
  });
}

/** An error response of the REST API. */
export function refuse(status: 401 | 403 | 422 | 429 | 500, error: string): Response {
  return Response.json({ error }, { status });
}
