import type { Candle } from "../contract/candles.ts";
import { logEvent } from "../platform/log.ts";
import type { CandleSpan, PriceSource } from "./price-source.ts";

const TIMEOUT_MS = 8_000;
/** Refusals that are of the moment: asked too slowly, asked too often. */
const PASSING_REFUSALS = [408, 429];

/** `refused` is the source's last word, as of a plan that has no candles; after `unanswered` it may well answer. */
export type CandleAnswer = Candle[] | "refused" | "unanswered";

/**
 * Asks a price source for the candles of a span; a symbol that it does not have has none.
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
    // Told below, like an answer that is none: the reason may hold the address, and with it the key.
  }
  logEvent("candles_unknown", { symbol: span.symbol, sizeMs: span.sizeMs, isRefused });
  return isRefused ? "refused" : "unanswered";
}
