import { z } from "zod";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/market-messages.ts";
import { symbolFromSource, UPSTREAM } from "./market-symbols.ts";

/**
 * What we say to the price source and how we read its answers. Source: Finnhub's WebSocket trades and candles,
 * https://finnhub.io/docs/api/websocket-trades and https://finnhub.io/docs/api/forex-candles
 */

/** One price as the source sent it; `at` is the source's own time, epoch ms. */
export type Tick = { symbol: FeedSymbol; price: number; at: number };

const tradeFrame = z.object({
  type: z.literal("trade"),
  data: z.array(z.object({ s: z.string(), p: z.number(), t: z.number() })),
});

const dayCandles = z.object({
  s: z.literal("ok"),
  o: z.array(z.number().positive()),
  t: z.array(z.number()),
});

const DAY_S = 86_400;

export function socketUrl(baseUrl: string, key: string): string {
  const url = new URL("/", baseUrl);
  url.searchParams.set("token", key);
  return url.href;
}

/** One frame for each symbol of ours: the protocol takes them one by one. */
export function subscribeFrames(): string[] {
  return FEED_SYMBOL_LIST.map((symbol) => JSON.stringify({ type: "subscribe", symbol: UPSTREAM[symbol].source }));
}

/**
 * Reads a frame of the source.
 * @returns its prices of the symbols we know, in its order; none for pings, errors and whatever else it sends
 */
export function readTicks(frame: string): Tick[] {
  const trades = tradeFrame.safeParse(parseJson(frame));
  if (!trades.success) return [];
  return trades.data.data.flatMap(({ s, p, t }) => {
    const symbol = symbolFromSource(s);
    return symbol ? [{ symbol, price: p, at: t }] : [];
  });
}

/** The address that answers with today's candle of a symbol, whose open is the day's first price. The key is a header. */
export function dayCandleUrl(baseUrl: string, symbol: FeedSymbol, nowMs: number): string {
  const { source, candles } = UPSTREAM[symbol];
  const url = new URL(`/api/v1/${candles}/candle`, baseUrl);
  const day = { from: String(startOfUtcDayS(nowMs)), to: String(Math.ceil(nowMs / 1000)) };
  url.search = new URLSearchParams({ symbol: source, resolution: "D", ...day }).toString();
  return url.href;
}

/** Names the caller of a candle call. */
export const KEY_HEADER = "X-Finnhub-Token";

/** The day's open in a candle answer, or null when it holds no candle of the UTC day of `nowMs`. */
export function readDayOpen(answer: unknown, nowMs: number): number | null {
  const candles = dayCandles.safeParse(answer);
  if (!candles.success) return null;
  const index = candles.data.t.findIndex((startS) => startS >= startOfUtcDayS(nowMs));
  return candles.data.o[index] ?? null;
}

function startOfUtcDayS(nowMs: number): number {
  return Math.floor(nowMs / 1000 / DAY_S) * DAY_S;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
