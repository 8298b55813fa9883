import type { Candle } from "../contract/candles.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import type { KeptSize } from "./kept-candles.ts";

/** One price as a source sent it; `at` is the source's own time, epoch ms; `volume` is 0 where it reports none. */
export type Tick = { symbol: FeedSymbol; price: number; at: number; volume: number };

export type CandleSpan = { symbol: FeedSymbol; sizeMs: KeptSize; fromMs: number; toMs: number };

/** What we say to a price source and how we read its answers; pure, the feed does the talking. */
export type PriceSource = {
  /** Whose prices they are. */
  name: "Finnhub" | "Coinbase";
  /** The symbols that it has. */
  symbols: readonly FeedSymbol[];
  /** The socket's address, as fetch takes it (http or https). It may carry a key: never logged. */
  socketUrl: string;
  subscribeFrames: string[];
  /** The prices in a frame, in its order; none for pings, errors and whatever else it sends. */
  readTicks(frame: string): Tick[];
  /** The call that answers with the candles which begin within a span, both ends included. */
  candleCall(span: CandleSpan): { url: string; headers: Record<string, string> };
  /** So many candles a call at most. */
  candlesPerCall: number;
  /** The candles of an answer, oldest first; null when it is none. */
  readCandles(answer: unknown): Candle[] | null;
};
