import type { Candle } from "../contract/candles.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import type { StoredSize } from "./kept-candles.ts";

/** One price from a source; `at` is the source's own time, epoch ms; `volume` is 0 when not reported. */
export type Tick = { symbol: FeedSymbol; price: number; at: number; volume: number };

/** A request for candles: the symbol, the size, and the first and last start, both inclusive, epoch ms. */
export type CandleSpan = { symbol: FeedSymbol; sizeMs: StoredSize; fromMs: number; toMs: number };

/** The protocol of a price source: its requests and how its responses are parsed. Pure; the feed does the I/O. */
export type PriceSource = {
  /** The name of the source. */
  name: "Finnhub" | "Coinbase";
  /** The symbols that it has. */
  symbols: readonly FeedSymbol[];
  /** The socket's URL, as fetch takes it (http or https). It may contain a key: never log it. */
  socketUrl: string;
  subscribeFrames: string[];
  /** The prices in a frame, in order; none for pings, errors and other messages. */
  readTicks(frame: string): Tick[];
  /** The request for the candles that begin within a span, both ends inclusive. */
  candleCall(span: CandleSpan): { url: string; headers: Record<string, string> };
  /** The maximum number of candles per request. */
  candlesPerCall: number;
  /** The candles of a response, oldest first; null when it is invalid. */
  readCandles(answer: unknown): Candle[] | null;
};
