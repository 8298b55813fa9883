import { z } from "zod";
import type { Dialect } from "./dialect.ts";
import type { Candle } from "./market.ts";

/**
 * The frames and the candle answer of Finnhub's API.
 * Source: https://finnhub.io/docs/api/websocket-trades, https://finnhub.io/docs/api/forex-candles
 */

const clientFrame = z.object({ type: z.enum(["subscribe", "unsubscribe"]), symbol: z.string() });

/** `p` dollars, `t` epoch ms, `v` volume: 0 for quotes of FX venues, which report none. */
export type Trade = { s: string; p: number; t: number; v: number };

/** How the socket speaks. */
export const finnhubDialect: Dialect = {
  readFrame(frame) {
    const asked = clientFrame.safeParse(frame);
    return asked.success ? { type: asked.data.type, names: [asked.data.symbol] } : null;
  },
  nameOf: ({ source }) => source,
  answerSubscription: () => null,
  writeTrades(trades) {
    const data = trades.map(({ name, price, atMs, volume }): Trade => ({ s: name, p: price, t: atMs, v: volume }));
    return [JSON.stringify({ type: "trade", data })];
  },
  writePing: () => JSON.stringify({ type: "ping" }),
  writeError: (msg) => JSON.stringify({ type: "error", msg }),
};

/** Minutes of each resolution that we keep; the service has weeks and months too. */
const RESOLUTION_MINUTES = { "1": 1, "5": 5, "15": 15, "30": 30, "60": 60, D: 1_440 } as const;

const seconds = z.coerce.number().int().nonnegative().max(1e11);
export const candleQuery = z.object({
  symbol: z.string().min(1),
  resolution: z
    .enum(["1", "5", "15", "30", "60", "D"])
    .transform((resolution) => RESOLUTION_MINUTES[resolution] * 60_000),
  from: seconds,
  to: seconds,
});

/** Parallel lists, oldest first, with times in epoch seconds; `{s: "no_data"}` when there is no candle. */
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

export function refuse(status: 401 | 403 | 422 | 500, error: string): Response {
  return Response.json({ error }, { status });
}
