import { AgeHistogram } from "./age-histogram.ts";
import { OFFERED_SYMBOLS, type TickGrid } from "./tick-grid.ts";

/** The number of parts of the window, to see whether ages grow during it. */
const PARTS = 4;

/** The ages of prices in a run, ms. */
export type AgeFigures = {
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  /** The medians of the first and last quarter of the window; when the last is larger, the server falls behind. */
  firstQuarterMs: number;
  lastQuarterMs: number;
  /** The share of clients and symbols that have the newest price at the end. */
  upToDate: number;
};

/**
 * The ages of prices when clients receive them. Each tick within the window counts once per client, at the first frame
 * with this tick or a newer one of its symbol. So a skipped tick makes the next frame count as older.
 */
export class PriceAges {
  readonly #grid: TickGrid;
  readonly #window: { fromMs: number; toMs: number };
  /** The time of each client's newest tick, per symbol. */
  readonly #newestAt: Float64Array;
  readonly #all = new AgeHistogram();
  readonly #parts = Array.from({ length: PARTS }, () => new AgeHistogram());

  constructor(clients: number, grid: TickGrid, window: { fromMs: number; toMs: number }) {
    this.#grid = grid;
    this.#window = window;
    this.#newestAt = new Float64Array(clients * OFFERED_SYMBOLS.length);
  }

  /** Records a received tick. @param at the tick's time @param nowMs the time of arrival; both epoch ms */
  take(client: number, symbolIndex: number, at: number, nowMs: number): void {
    const place = client * OFFERED_SYMBOLS.length + symbolIndex;
    const before = this.#newestAt[place] ?? 0;
    if (at <= before) return;
    this.#newestAt[place] = at;
    this.#count(symbolIndex, { fromMs: before + 1, toMs: at + 1, nowMs });
  }

  /** Whether every client has the window's newest tick of every symbol. */
  get isComplete(): boolean {
    return this.#newestAt.every((newestAt, place) => this.#isNewest(newestAt, place % OFFERED_SYMBOLS.length));
  }

  /** The ages at the end of the run: a tick that did not arrive counts with its age at this time. */
  figures(nowMs: number): AgeFigures {
    let upToDate = 0;
    for (const [place, newestAt] of this.#newestAt.entries()) {
      const symbolIndex = place % OFFERED_SYMBOLS.length;
      if (this.#isNewest(newestAt, symbolIndex)) upToDate += 1;
      else this.#count(symbolIndex, { fromMs: newestAt + 1, toMs: this.#window.toMs, nowMs });
    }
    return {
      p50Ms: this.#all.quantile(0.5),
      p99Ms: this.#all.quantile(0.99),
      p999Ms: this.#all.quantile(0.999),
      firstQuarterMs: this.#parts[0]?.quantile(0.5) ?? Number.NaN,
      lastQuarterMs: this.#parts[PARTS - 1]?.quantile(0.5) ?? Number.NaN,
      upToDate: upToDate / this.#newestAt.length,
    };
  }

  #isNewest(at: number, symbolIndex: number): boolean {
    return at >= this.#grid.lastBefore(symbolIndex, this.#window.toMs);
  }

  /** Counts a symbol's ticks in the part of a span that lies within the window. */
  #count(symbolIndex: number, span: { fromMs: number; toMs: number; nowMs: number }): void {
    const { fromMs, toMs } = this.#window;
    const endMs = Math.min(span.toMs, toMs);
    for (
      let at = this.#grid.nextAt(symbolIndex, Math.max(span.fromMs, fromMs));
      at < endMs;
      at += this.#grid.intervalMs
    ) {
      this.#all.add(span.nowMs - at);
      this.#parts[Math.floor(((at - fromMs) / (toMs - fromMs)) * PARTS)]?.add(span.nowMs - at);
    }
  }
}
