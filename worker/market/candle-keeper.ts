import {
  CANDLE_INTERVALS,
  type Candle,
  type CandleInterval,
  candleStartMs,
  foldCandles,
  foldPrice,
} from "../contract/candles.ts";
import type { FeedSymbol } from "../contract/market-messages.ts";
import type { CandleStore } from "./candle-store.ts";
import { isKeptForEver, KEPT_CANDLES, type KeptSize, keptSinceMs, keptSizeFor } from "./kept-candles.ts";
import type { CandleSpan, Tick } from "./price-source.ts";

/** After the source refused its candles, it is not asked for the same ones again for this long. */
const ASK_AGAIN_MS = 10_000;
const PRUNE_EVERY_MS = 60 * 60_000;

/**
 * Makes candles of the live ticks, and asks the source for those that were missed while nobody listened.
 *
 * A series (a symbol and a kept size) is whole once it was asked for and the ticks have flowed since; when they stop, the
 * store remembers up to when it was.
 */
export class CandleKeeper {
  readonly #store: CandleStore;
  readonly #ask: (span: CandleSpan) => Promise<Candle[] | null>;
  readonly #candlesPerCall: number;
  /** The candles that still grow, by series. */
  readonly #growing = new Map<string, { symbol: FeedSymbol; sizeMs: KeptSize; candle: Candle; isWritten: boolean }>();
  readonly #whole = new Map<string, { symbol: FeedSymbol; sizeMs: KeptSize }>();
  readonly #asking = new Map<string, Promise<void>>();
  readonly #refusedAtMs = new Map<string, number>();
  #isRecording = false;
  #prunedAtMs = 0;

  /** @param source.ask gets a span's candles, oldest first and at most `candlesPerCall`; null when it has no answer */
  constructor(
    store: CandleStore,
    source: { ask: (span: CandleSpan) => Promise<Candle[] | null>; candlesPerCall: number },
  ) {
    this.#store = store;
    this.#ask = source.ask;
    this.#candlesPerCall = source.candlesPerCall;
  }

  /** Takes in believable ticks, in the order of their times. */
  take(ticks: readonly Tick[]): void {
    this.#isRecording = true;
    for (const { symbol, price, at, volume } of ticks) {
      for (const { sizeMs } of KEPT_CANDLES) this.#grow(symbol, sizeMs, { price, atMs: at, volume });
    }
  }

  /** The ticks have stopped: what comes after this moment has to be asked for. */
  stop(nowMs: number): void {
    this.flush(nowMs);
    this.#isRecording = false;
    this.#whole.clear();
  }

  /** Writes down what has grown since the last time, and up to when it is whole. */
  flush(nowMs: number): void {
    for (const growing of this.#growing.values()) {
      if (growing.isWritten) continue;
      this.#store.write(growing.symbol, growing.sizeMs, [growing.candle]);
      growing.isWritten = true;
    }
    for (const { symbol, sizeMs } of this.#whole.values()) this.#store.setCoveredUntil(symbol, sizeMs, nowMs);
    if (nowMs - this.#prunedAtMs >= PRUNE_EVERY_MS) this.#prune(nowMs);
  }

  /**
   * The newest candles of an interval that begin before a moment, oldest first.
   * @param patienceMs how long to wait for the source when it has to be asked first
   * @returns `isWhole` is false while some may be missing
   */
  async read(
    ask: { symbol: FeedSymbol; interval: CandleInterval; beforeMs: number; limit: number },
    nowMs: number,
    patienceMs: number,
  ): Promise<{ candles: Candle[]; isWhole: boolean }> {
    const sizeMs = CANDLE_INTERVALS[ask.interval];
    const keptMs = keptSizeFor(ask.interval);
    const key = seriesKey(ask.symbol, keptMs);
    if (!this.#whole.has(key)) {
      await Promise.race([this.#complete(ask.symbol, keptMs, nowMs), scheduler.wait(patienceMs)]);
    }
    this.flush(nowMs);
    // One interval more than asked for: the oldest may be cut in the middle.
    const most = (ask.limit + 1) * (sizeMs / keptMs);
    const beforeMs = Math.min(ask.beforeMs, nowMs + sizeMs);
    const kept = this.#store.read(ask.symbol, keptMs, candleStartMs(beforeMs + sizeMs - 1, sizeMs), most);
    return { candles: foldCandles(kept, sizeMs).slice(-ask.limit), isWhole: this.#whole.has(key) };
  }

  #grow(symbol: FeedSymbol, sizeMs: KeptSize, tick: { price: number; atMs: number; volume: number }): void {
    const key = seriesKey(symbol, sizeMs);
    const startMs = candleStartMs(tick.atMs, sizeMs);
    const known = this.#growing.get(key);
    if (known && !known.isWritten && known.candle[0] !== startMs) this.#store.write(symbol, sizeMs, [known.candle]);
    const before = known?.candle[0] === startMs ? known.candle : this.#stored(symbol, sizeMs, startMs);
    this.#growing.set(key, { symbol, sizeMs, candle: foldPrice(before, tick, sizeMs), isWritten: false });
  }

  #stored(symbol: FeedSymbol, sizeMs: KeptSize, startMs: number): Candle | null {
    const [candle] = this.#store.read(symbol, sizeMs, startMs + 1, 1);
    return candle?.[0] === startMs ? candle : null;
  }

  /** Asks the source for what is missing of a series, once however many wait for it. */
  #complete(symbol: FeedSymbol, sizeMs: KeptSize, nowMs: number): Promise<void> {
    const key = seriesKey(symbol, sizeMs);
    const running = this.#asking.get(key);
    if (running) return running;
    if (nowMs - (this.#refusedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < ASK_AGAIN_MS) return Promise.resolve();
    const asking = this.#askFor(symbol, sizeMs, nowMs).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #askFor(symbol: FeedSymbol, sizeMs: KeptSize, nowMs: number): Promise<void> {
    const key = seriesKey(symbol, sizeMs);
    const coveredUntilMs = this.#store.coveredUntilMs(symbol, sizeMs);
    const fromMs = candleStartMs(Math.max(coveredUntilMs, keptSinceMs(sizeMs, nowMs)), sizeMs);
    // The newest first, and each piece written at once: a slow source has a chart show something soon.
    const stepMs = sizeMs * this.#candlesPerCall;
    for (let toMs = nowMs; toMs >= fromMs; toMs -= stepMs) {
      const piece = await this.#ask({ symbol, sizeMs, fromMs: Math.max(fromMs, toMs - stepMs + 1), toMs });
      if (piece === null) {
        this.#refusedAtMs.set(key, nowMs);
        return;
      }
      this.#takeFromSource(symbol, sizeMs, piece, nowMs);
    }
    this.#refusedAtMs.delete(key);
    this.#store.setCoveredUntil(symbol, sizeMs, nowMs);
    if (this.#isRecording) this.#whole.set(key, { symbol, sizeMs });
  }

  /** Of the interval that was under way when we asked, the source saw the beginning and we the end. */
  #takeFromSource(symbol: FeedSymbol, sizeMs: KeptSize, candles: readonly Candle[], askedAtMs: number): void {
    const currentMs = candleStartMs(askedAtMs, sizeMs);
    this.#store.write(
      symbol,
      sizeMs,
      candles.filter(([startMs]) => startMs < currentMs),
    );
    for (const candle of candles) if (candle[0] >= currentMs) this.#join(symbol, sizeMs, candle);
  }

  #join(symbol: FeedSymbol, sizeMs: KeptSize, source: Candle): void {
    const growing = this.#growing.get(seriesKey(symbol, sizeMs));
    const isGrowing = growing?.candle[0] === source[0];
    const ours = isGrowing ? growing.candle : this.#stored(symbol, sizeMs, source[0]);
    const candle = ours ? joined(source, ours) : source;
    if (isGrowing) Object.assign(growing, { candle, isWritten: false });
    else this.#store.write(symbol, sizeMs, [candle]);
  }

  #prune(nowMs: number): void {
    this.#prunedAtMs = nowMs;
    for (const { symbol, sizeMs } of this.#growing.values()) {
      if (isKeptForEver(sizeMs)) continue;
      this.#store.removeBefore(symbol, sizeMs, keptSinceMs(sizeMs, nowMs));
    }
  }
}

/** The growing candle as the source saw its beginning and we saw its end. */
function joined(source: Candle, ours: Candle): Candle {
  const [startMs, open, high, low, , volume] = source;
  return [startMs, open, Math.max(high, ours[2]), Math.min(low, ours[3]), ours[4], Math.max(volume, ours[5])];
}

function seriesKey(symbol: FeedSymbol, sizeMs: KeptSize): string {
  return `${symbol} ${sizeMs}`;
}
