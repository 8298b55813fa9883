import type { Candle } from "../contract/candles.ts";
import { logEvent } from "../platform/log.ts";
import type { CandleSpan, PriceSource } from "./price-source.ts";

const TIMEOUT_MS = 8_000;
/** Temporary refusals: a timeout, and too many requests. */
const PASSING_REFUSALS = [408, 429];

/** `refused` is final, e.g. for a plan without candles; after `unanswered` a retry may succeed. */
export type CandleAnswer = Candle[] | "refused" | "unanswered";

/**
 * Requests the candles of a span from a price source; a symbol that it does not have has none.
 * @returns oldest first, at most the source's `candlesPerCall`
 */
export async function requestCandles(source: PriceSource, span: CandleSpan): Promise<CandleAnswer> {
  if (!source.symbols.includes(span.symbol)) return [];
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
