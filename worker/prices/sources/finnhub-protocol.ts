import * as z from "zod";
import { CANDLE_INTERVALS, type Candle } from "../../contract/candles.ts";
import { modelledSides } from "../../contract/modelled-spreads.ts";
import { FEED_SYMBOLS } from "../../contract/symbols.ts";
import { parseJson } from "./parse-json.ts";
import type { CandleSize, CandleSource, SourceQuote } from "./price-source.ts";
import { readSteps } from "./read-steps.ts";
import { symbolsByName } from "./symbols-by-name.ts";

/**
 * Client of Finnhub's WebSocket trades and candles.
 * Source: https://finnhub.io/docs/api/websocket-trades and https://finnhub.io/docs/api/forex-candles
 */

/** The end of the year 9999: later times are not times. */
const EPOCH_MS_MAX = 253_402_300_799_999;

const tradeFrame = z.object({
  type: z.literal("trade"),
  data: z.array(
    z.object({
      s: z.string(),
      p: z.number(),
      t: z.number().min(0).max(EPOCH_MS_MAX),
      v: z.number().nonnegative().catch(0),
    }),
  ),
});

/** Parallel lists; times in epoch seconds. */
const candleAnswer = z.union([
  z.object({ s: z.literal("no_data") }),
  z.object({
    s: z.literal("ok"),
    t: z.array(z.number()),
    o: z.array(z.number().positive()),
    h: z.array(z.number().positive()),
    l: z.array(z.number().positive()),
    c: z.array(z.number().positive()),
    v: z.array(z.number().nonnegative()),
  }),
]);

const RESOLUTION: Record<CandleSize, string> = {
  [CANDLE_INTERVALS["1m"]]: "1",
  [CANDLE_INTERVALS["1h"]]: "60",
  [CANDLE_INTERVALS["1d"]]: "D",
};

const BY_NAME = symbolsByName(({ finnhub }) => finnhub.name);

/**
 * The price source for all symbols. It reports trades, so both sides are modelled around each of them.
 * @param key is sent in the socket's URL, and in a header of the calls
 */
export function finnhub({ url, key }: { url: string; key: string }): CandleSource {
  return {
    id: "finnhub",
    name: "Finnhub",
    symbols: [...BY_NAME.values()],
    capabilities: { candles: true, history: true },
    // It sends pings, but its documentation does not say how often.
    heartbeatMs: null,
    socketUrl: withQuery(new URL("/", url), { token: key }),
    // The protocol accepts one symbol per subscription.
    subscribeFrames: [...BY_NAME.keys()].map((symbol) => JSON.stringify({ type: "subscribe", symbol })),
    readQuotes(frame) {
      const trades = tradeFrame.safeParse(parseJson(frame));
      if (!trades.success) return [];
      return trades.data.data.flatMap(({ s, p, t: at, v: volume }): SourceQuote[] => {
        const symbol = BY_NAME.get(s);
        if (!symbol) return [];
        const trade = readSteps(symbol, p, "nearest");
        if (trade === null) return [];
        const sides = modelledSides(symbol, trade, at);
        return [{ symbol, ...sides, at, source: "finnhub", kind: "modelled", volume }];
      });
    },
    candleCall({ symbol, sizeMs, fromMs, toMs }) {
      const { name, candles } = FEED_SYMBOLS[symbol].finnhub;
      const span = { from: String(Math.floor(fromMs / 1000)), to: String(Math.ceil(toMs / 1000)) };
      const query = { symbol: name, resolution: RESOLUTION[sizeMs], ...span };
      return {
        url: withQuery(new URL(`/api/v1/${candles}/candle`, url), query),
        headers: { "X-Finnhub-Token": key },
      };
    },
    candlesPerCall: 5_000,
    readCandles(answer) {
      const parsed = candleAnswer.safeParse(answer);
      if (!parsed.success) return null;
      if (parsed.data.s === "no_data") return [];
      const { t, o, h, l, c, v } = parsed.data;
      return t.flatMap((startS, i): Candle[] => {
        const [open, high, low, close] = [o[i], h[i], l[i], c[i]];
        const isWhole = open !== undefined && high !== undefined && low !== undefined && close !== undefined;
        return isWhole ? [[startS * 1000, open, high, low, close, v[i] ?? 0]] : [];
      });
    },
  };
}

function withQuery(url: URL, query: Record<string, string>): string {
  url.search = new URLSearchParams(query).toString();
  return url.href;
}
