import type { CANDLE_INTERVALS, Candle } from "../../contract/candles.ts";
import type { SourceId, TwoSidedQuote } from "../../contract/quotes.ts";
import type { FeedSymbol } from "../../contract/symbols.ts";

/**
 * A quote as a source sent it: nothing about it is checked but its form, so that its sides may be crossed or zero (see
 * `plausible-quotes.ts`). `volume` is what was traded with it, in units, 0 when that is not reported.
 */
export type SourceQuote = TwoSidedQuote & { volume: number };

/** The sizes of the candles that are requested from sources, in ms. */
export type CandleSize = (typeof CANDLE_INTERVALS)["1m" | "1h" | "1d"];

/** A request for candles: the symbol, the size, and the first and last start, both inclusive, epoch ms. */
export type CandleSpan = { symbol: FeedSymbol; sizeMs: CandleSize; fromMs: number; toMs: number };

/** The kinds of messages that a source can send. */
type Capabilities = {
  /** Candles can be requested from it. */
  candles: boolean;
  /** Its candles begin years ago. */
  history: boolean;
};

type QuoteSource = {
  id: SourceId;
  /** Its name on the screen. */
  name: string;
  /** The symbols that it has. */
  symbols: readonly FeedSymbol[];
  capabilities: Capabilities;
  /** How often it promises to send anything, in ms: after much longer it is silent. Null without such a promise. */
  heartbeatMs: number | null;
  /** The socket's URL, as fetch takes it (http or https). It may contain a key: never log it. */
  socketUrl: string;
  subscribeFrames: string[];
  /**
   * The quotes in a frame, in order; none for heartbeats, errors and other messages.
   * @param nowMs when the frame arrived, epoch ms
   */
  readQuotes(frame: string, nowMs: number): SourceQuote[];
};

/** A source of which candles can be requested. */
export type CandleSource = QuoteSource & {
  capabilities: Capabilities & { candles: true };
  /** The request for the candles that begin within a span, both ends inclusive. */
  candleCall(span: CandleSpan): { url: string; headers: Record<string, string> };
  /** The maximum number of candles per request. */
  candlesPerCall: number;
  /** The candles of a response, oldest first; null when it is invalid. */
  readCandles(answer: unknown): Candle[] | null;
};

/** The protocol of a price source: its requests and how its responses are parsed. Pure; the feed does the I/O. */
export type PriceSource = (QuoteSource & { capabilities: Capabilities & { candles: false } }) | CandleSource;

/** Whether candles can be requested from a source. */
export function hasCandles(source: PriceSource): source is CandleSource {
  return source.capabilities.candles;
}
