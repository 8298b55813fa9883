import type { Candle } from "../contract/candles.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import { logEvent } from "../platform/log.ts";
import { type CandleSource, type CandleSpan, hasCandles, type PriceSource } from "./sources/price-source.ts";

const TIMEOUT_MS = 8_000;
/** Temporary refusals: a timeout, and too many requests. */
const PASSING_REFUSALS = [408, 429];

/** `refused` is final, e.g. for a plan without candles; after `unanswered` a retry may succeed. */
export type CandleAnswer = Candle[] | "refused" | "unanswered";

/** The source of a symbol's candles: the first that has both the symbol and candles. */
export function candleSourceOf(sources: readonly PriceSource[], symbol: FeedSymbol): CandleSource | undefined {
  return sources.filter(hasCandles).find(({ symbols }) => symbols.includes(symbol));
}

/**
 * Requests the candles of a span from the symbol's source; a symbol without one has none.
 * @param sources in order of preference
 * @returns oldest first, at most the source's `candlesPerCall`
 */
export async function requestCandles(sources: readonly PriceSource[], span: CandleSpan): Promise<CandleAnswer> {
  const source = candleSourceOf(sources, span.symbol);
  if (!source) return [];
  const { url, headers } = source.candleCall(span);
  let isRefused = false;
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const candles = answer.ok ? source.readCandles(await answer.json()) : null;
    if (candles) return candles;
    isRefused = answer.status >= 400 && answer.status < 500 && !PASSING_REFUSALS.includes(answer.status);
  } catch {
    // Logged below, like an invalid response, without the error: it may contain the URL, and so the key.
  }
  logEvent("candles_unknown", { symbol: span.symbol, sizeMs: span.sizeMs, isRefused });
  return isRefused ? "refused" : "unanswered";
}
