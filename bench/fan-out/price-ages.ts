import { AgeHistogram } from "./age-histogram.ts";
import { OFFERED_SYMBOLS, type TickGrid } from "./tick-grid.ts";

/** In how many parts the window is cut, to see whether ages grow over it. */
const PARTS = 4;

export type AgeFigures = {
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  /** The median of the first and of the last quarter of the window: apart, the server falls behind. */
  firstQuarterMs: number;
  lastQuarterMs: number;
  /** The share of clients and symbols that have the newest price in the end. */
  upToDate: number;
};

/**
 * How old prices are when clients get them. Every tick within the window counts once for every client, by the first frame
 * that shows it or a newer tick of its symbol: what a server leaves out makes the frame that comes after it older.
 */
export class PriceAges {
  readonly #grid: TickGrid;
  readonly #window: { fromMs: number; toMs: number };
  /** The time of the newest tick that each client has, symbol by symbol. */
  readonly #newestAt: Float64Array;
  readonly #all = new AgeHistogram();
  readonly #parts = Array.from({ length: PARTS }, () => new AgeHistogram());

  constructor(clients: number, grid: TickGrid, window: { fromMs: number; toMs: number }) {
    this.#grid = grid;
    this.#window = window;
    this.#newestAt = new Float64Array(clients * OFFERED_SYMBOLS.length);
  }

  /** A client has got a tick. @param at the tick's time, @param nowMs when it came, epoch ms */
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

  /** The ages, when nothing more will come: ticks that did not arrive are as old as they are now. */
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

  /** Counts a symbol's ticks in a span, as far as it lies within the window. */
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
