import {
  CANDLE_INTERVALS,
  type Candle,
  type CandleInterval,
  candleStartMs,
  foldCandles,
  foldPrice,
} from "../contract/candles.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/symbols.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { CandleStore } from "./candle-store.ts";
import { isStoredForEver, STORED_CANDLES, type StoredSize, storedSinceMs, storedSizeFor } from "./kept-candles.ts";
import type { CandleAnswer } from "./request-candles.ts";
import type { CandleSpan } from "./sources/price-source.ts";
import type { Tick } from "./tick.ts";

/** The minimum interval between requests to the source for the same candles, whatever the result. */
const RETRY_MS = 10_000;
/** The same after a refusal, which usually lasts longer. */
const RETRY_AFTER_REFUSAL_MS = 10 * 60_000;
/**
 * A symbol without ticks for this long may have a closed market or a lost subscription, so its candles are requested.
 */
const TICKLESS_MS = 2 * 60_000;
const PRUNE_EVERY_MS = 60 * 60_000;
/** How long a reader waits for newer volumes of candles that are otherwise complete. */
const VOLUME_PATIENCE_MS = 1_000;

/** How often volumes of each size are requested while somebody reads them. */
const VOLUMES_EVERY_MS: Readonly<Record<StoredSize, number>> = {
  [CANDLE_INTERVALS["1m"]]: MINUTE_MS,
  [CANDLE_INTERVALS["1h"]]: 5 * MINUTE_MS,
  [CANDLE_INTERVALS["1d"]]: 15 * MINUTE_MS,
};

/** The candles of one symbol in one stored size. */
type Series = {
  readonly symbol: FeedSymbol;
  readonly sizeMs: StoredSize;
  /** The candle of the current interval. */
  growing: { candle: Candle; isWritten: boolean } | null;
  /** Until when every candle is known to be stored, epoch ms. */
  coveredUntilMs: number;
  /** Until when every volume is the source's, epoch ms; 0 before the source has sent one. */
  volumesUntilMs: number;
  /** True if the ticks have arrived without a gap since then. */
  isFollowed: boolean;
  requestedAtMs: number;
  outcome: "answered" | "refused" | "unanswered";
  pending: Promise<void> | null;
};

/**
 * Builds candles from the live ticks, and requests from the source those that were missed while nothing was listening.
 *
 * A series is followed once it was requested while ticks arrive. When its symbol stops ticking or all ticks stop, the
 * store records until when it is complete, and the next request starts there.
 *
 * Volumes come from the candle source alone, as soon as it has sent any. The volume of a tick is that of another market:
 * of the exchange whose quotes are followed at the moment, which may report none, or each trade of several at once.
 */
export class CandleKeeper {
  readonly #store: CandleStore;
  readonly #request: (span: CandleSpan) => Promise<CandleAnswer>;
  readonly #candlesPerCall: (symbol: FeedSymbol) => number;
  readonly #series = new Map<string, Series>();
  /** When each symbol last ticked, epoch ms. */
  readonly #tickedAtMs = new Map<FeedSymbol, number>();
  /** The number of the current uninterrupted stream of ticks; null while there is none. */
  #stream: number | null = null;
  #streams = 0;
  /** How often each symbol was interrupted during it. */
  readonly #interruptions = new Map<FeedSymbol, number>();
  #prunedAtMs = 0;

  /** @param source.request requests a span's candles, oldest first and at most `candlesPerCall` of the symbol */
  constructor(
    store: CandleStore,
    source: { request: (span: CandleSpan) => Promise<CandleAnswer>; candlesPerCall: (symbol: FeedSymbol) => number },
  ) {
    this.#store = store;
    this.#request = source.request;
    this.#candlesPerCall = source.candlesPerCall;
  }

  /** Processes plausible ticks, in the order of their times. */
  take(ticks: readonly Tick[]): void {
    this.#stream ??= this.#streams++;
    for (const { symbol, price, at, volume } of ticks) {
      for (const { sizeMs } of STORED_CANDLES) {
        const series = this.#seriesOf(symbol, sizeMs);
        if (at - this.#followedUntilMs(series) >= TICKLESS_MS) this.#unfollow(series);
        this.#grow(series, { price, atMs: at, volume });
      }
      this.#tickedAtMs.set(symbol, at);
    }
  }

  /** The ticks have stopped: everything after each symbol's last tick must be requested. */
  stop(nowMs: number): void {
    this.flush(nowMs);
    this.#stream = null;
    for (const series of this.#series.values()) this.#unfollow(series);
  }

  /** Ticks of these symbols may have been missed: everything after their last one must be requested. */
  interrupt(symbols: readonly FeedSymbol[], nowMs: number): void {
    this.flush(nowMs);
    for (const symbol of symbols) this.#interruptions.set(symbol, (this.#interruptions.get(symbol) ?? 0) + 1);
    for (const series of this.#series.values()) if (symbols.includes(series.symbol)) this.#unfollow(series);
  }

  /** Stores the candles that changed since the last flush, and until when each series is complete. */
  flush(nowMs: number): void {
    for (const series of this.#series.values()) {
      this.#writeGrowing(series);
      if (series.isFollowed) this.#cover(series, this.#followedUntilMs(series));
    }
    if (nowMs - this.#prunedAtMs >= PRUNE_EVERY_MS) this.#prune(nowMs);
  }

  /**
   * The newest candles of an interval that begin before a given time, oldest first.
   * @param timeoutMs how long to wait for the source if it must be queried first
   * @returns `isWhole` is false while more may come soon: the query of the source is running or got no answer. A source
   * that refuses has no more candles.
   */
  async read(
    query: { symbol: FeedSymbol; interval: CandleInterval; beforeMs: number; limit: number },
    nowMs: number,
    timeoutMs: number,
  ): Promise<{ candles: Candle[]; isWhole: boolean }> {
    const sizeMs = CANDLE_INTERVALS[query.interval];
    const keptMs = storedSizeFor(query.interval);
    const series = this.#seriesOf(query.symbol, keptMs);
    if (!series.pending && this.#isDue(series, nowMs)) this.#begin(series, this.#requestMissing(series, nowMs));
    if (series.pending) await waitFor(series.pending, timeoutMs);
    else if (this.#areVolumesDue(series, nowMs)) {
      await waitFor(this.#begin(series, this.#requestVolumes(series, nowMs)), Math.min(timeoutMs, VOLUME_PATIENCE_MS));
    }
    // One interval more than requested, because the oldest may be incomplete.
    const storedLimit = (query.limit + 1) * (sizeMs / keptMs);
    const beforeMs = candleStartMs(Math.min(query.beforeMs, nowMs + sizeMs) + sizeMs - 1, sizeMs);
    const stored = this.#store.read(query.symbol, keptMs, beforeMs, storedLimit);
    // A read writes nothing: anybody may cause one.
    const kept = withGrowing(stored, series.growing?.candle ?? null, beforeMs);
    const isWhole = series.pending === null && series.outcome !== "unanswered";
    return { candles: foldCandles(kept, sizeMs).slice(-query.limit), isWhole };
  }

  #seriesOf(symbol: FeedSymbol, sizeMs: StoredSize): Series {
    const key = `${symbol} ${sizeMs}`;
    const known = this.#series.get(key);
    if (known) return known;
    const series: Series = {
      symbol,
      sizeMs,
      growing: null,
      coveredUntilMs: this.#store.coveredUntilMs(symbol, sizeMs),
      volumesUntilMs: this.#store.volumesUntilMs(symbol, sizeMs),
      isFollowed: false,
      requestedAtMs: Number.NEGATIVE_INFINITY,
      outcome: "unanswered",
      pending: null,
    };
    this.#series.set(key, series);
    return series;
  }

  #grow(series: Series, tick: { price: number; atMs: number; volume: number }): void {
    const startMs = candleStartMs(tick.atMs, series.sizeMs);
    const isSame = series.growing?.candle[0] === startMs;
    if (!isSame) this.#writeGrowing(series);
    const before = isSame ? (series.growing?.candle ?? null) : this.#stored(series, startMs);
    const volume = series.volumesUntilMs > 0 ? 0 : tick.volume;
    series.growing = { candle: foldPrice(before, { ...tick, volume }, series.sizeMs), isWritten: false };
  }

  #writeGrowing({ symbol, sizeMs, growing }: Series): void {
    if (!growing || growing.isWritten) return;
    this.#store.write(symbol, sizeMs, [growing.candle]);
    growing.isWritten = true;
  }

  #stored({ symbol, sizeMs }: Series, startMs: number): Candle | null {
    const [candle] = this.#store.read(symbol, sizeMs, startMs + 1, 1);
    return candle?.[0] === startMs ? candle : null;
  }

  #followedUntilMs({ symbol, coveredUntilMs }: Series): number {
    return Math.max(coveredUntilMs, this.#tickedAtMs.get(symbol) ?? 0);
  }

  #unfollow(series: Series): void {
    if (series.isFollowed) this.#cover(series, this.#followedUntilMs(series));
    series.isFollowed = false;
  }

  #cover(series: Series, untilMs: number): void {
    if (untilMs <= series.coveredUntilMs) return;
    series.coveredUntilMs = untilMs;
    this.#store.setCoveredUntil(series.symbol, series.sizeMs, untilMs);
  }

  #isDue(series: Series, nowMs: number): boolean {
    if (series.isFollowed) return nowMs - this.#followedUntilMs(series) >= TICKLESS_MS;
    return nowMs - series.requestedAtMs >= (series.outcome === "refused" ? RETRY_AFTER_REFUSAL_MS : RETRY_MS);
  }

  /** Whether the source may have newer volumes of a series that is followed: not before its symbol has ticked again. */
  #areVolumesDue({ symbol, isFollowed, sizeMs, requestedAtMs }: Series, nowMs: number): boolean {
    const hasTicked = (this.#tickedAtMs.get(symbol) ?? 0) > requestedAtMs;
    return isFollowed && hasTicked && nowMs - requestedAtMs >= VOLUMES_EVERY_MS[sizeMs];
  }

  /** Requests the missing candles of a series from the source, and the volumes of those before that ticks have made. */
  async #requestMissing(series: Series, nowMs: number): Promise<void> {
    const { symbol, sizeMs } = series;
    this.#unfollow(series);
    series.requestedAtMs = nowMs;
    const stream = this.#stream;
    const interruptions = this.#interruptions.get(symbol);
    const missingMs = candleStartMs(series.coveredUntilMs, sizeMs);
    series.outcome = await this.#requestSince(Math.min(missingMs, series.volumesUntilMs), series, nowMs, (candles) => {
      const missing = candles.filter(([startMs]) => startMs >= missingMs);
      for (const candle of candles) if (candle[0] < missingMs) this.#takeVolume(series, candle);
      this.#takeFromSource(series, missing, nowMs);
    });
    if (series.outcome !== "answered") return;
    this.#cover(series, nowMs);
    this.#setVolumesUntil(series, nowMs);
    // If the stream of ticks started, restarted or was interrupted since the request, there is a gap.
    const isSameStream = stream === this.#stream && interruptions === this.#interruptions.get(symbol);
    series.isFollowed = stream !== null && isSameStream;
  }

  /** Requests the volumes since the last request. A failure changes nothing: the next reader asks again, later. */
  async #requestVolumes(series: Series, nowMs: number): Promise<void> {
    series.requestedAtMs = nowMs;
    const outcome = await this.#requestSince(series.volumesUntilMs, series, nowMs, (candles) => {
      for (const candle of candles) this.#takeVolume(series, candle);
    });
    if (outcome === "answered") this.#setVolumesUntil(series, nowMs);
  }

  /** Requests the candles from that of a time to now. @param take takes one piece of them */
  async #requestSince(
    sinceMs: number,
    { symbol, sizeMs }: Series,
    nowMs: number,
    take: (candles: readonly Candle[]) => void,
  ): Promise<Series["outcome"]> {
    const fromMs = candleStartMs(Math.max(sinceMs, storedSinceMs(sizeMs, nowMs)), sizeMs);
    // Newest first, and each piece is stored at once, so that a chart shows something soon even with a slow source.
    const stepMs = sizeMs * this.#candlesPerCall(symbol);
    for (let toMs = nowMs; toMs >= fromMs; toMs -= stepMs) {
      const piece = await this.#request({ symbol, sizeMs, fromMs: Math.max(fromMs, toMs - stepMs + 1), toMs });
      if (typeof piece === "string") return piece;
      take(piece);
    }
    return "answered";
  }

  #begin(series: Series, request: Promise<void>): Promise<void> {
    series.pending = request.finally(() => {
      series.pending = null;
    });
    return series.pending;
  }

  #setVolumesUntil(series: Series, untilMs: number): void {
    series.volumesUntilMs = untilMs;
    this.#store.setVolumesUntil(series.symbol, series.sizeMs, untilMs);
  }

  /** Gives a candle of ours the source's volume; its prices stay. */
  #takeVolume(series: Series, [startMs, , , , , volume]: Candle): void {
    const { symbol, sizeMs, growing } = series;
    const isGrowing = growing?.candle[0] === startMs;
    const ours = isGrowing ? growing.candle : this.#stored(series, startMs);
    if (!ours || ours[5] === volume) return;
    const [, open, high, low, close] = ours;
    const candle: Candle = [startMs, open, high, low, close, volume];
    if (isGrowing) series.growing = { candle, isWritten: false };
    else this.#store.write(symbol, sizeMs, [candle]);
  }

  /**
   * Stores the source's candles. For the interval under way at the request, the source has the beginning and the ticks
   * have the end.
   */
  #takeFromSource(series: Series, candles: readonly Candle[], requestedAtMs: number): void {
    const currentMs = candleStartMs(requestedAtMs, series.sizeMs);
    if (series.growing && series.growing.candle[0] < currentMs) {
      // That interval is over: the source's candle is complete, and ours must not overwrite it later.
      this.#writeGrowing(series);
      series.growing = null;
    }
    this.#store.write(
      series.symbol,
      series.sizeMs,
      candles.filter(([startMs]) => startMs < currentMs),
    );
    for (const candle of candles) if (candle[0] >= currentMs) this.#join(series, candle, requestedAtMs);
  }

  #join(series: Series, source: Candle, requestedAtMs: number): void {
    const { symbol, sizeMs, growing } = series;
    const isGrowing = growing?.candle[0] === source[0];
    const ours = isGrowing ? growing.candle : this.#stored(series, source[0]);
    const isOursNewer = (this.#tickedAtMs.get(symbol) ?? 0) > requestedAtMs;
    const candle = ours ? joined(source, ours, isOursNewer) : source;
    if (isGrowing) series.growing = { candle, isWritten: false };
    else this.#store.write(symbol, sizeMs, [candle]);
  }

  #prune(nowMs: number): void {
    this.#prunedAtMs = nowMs;
    for (const { sizeMs } of STORED_CANDLES) {
      if (isStoredForEver(sizeMs)) continue;
      for (const symbol of FEED_SYMBOL_LIST) this.#store.removeBefore(symbol, sizeMs, storedSinceMs(sizeMs, nowMs));
    }
  }
}

/** Joins the source's beginning of the current candle with the end from our ticks. */
function joined(source: Candle, ours: Candle, isOursNewer: boolean): Candle {
  const [startMs, open, high, low, close, volume] = source;
  const last = isOursNewer ? ours[4] : close;
  return [startMs, open, Math.max(high, ours[2]), Math.min(low, ours[3]), last, volume];
}

/** Stored candles, oldest first, with the one that grows in its place, if it begins before a time. */
function withGrowing(stored: Candle[], growing: Candle | null, beforeMs: number): Candle[] {
  if (!growing || growing[0] >= beforeMs) return stored;
  return [...stored.filter(([startMs]) => startMs < growing[0]), growing];
}

/** Waits for a promise, at most for a given time. */
async function waitFor(promise: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
