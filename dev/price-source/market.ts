import { DAY_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { hash, hashText, uniform } from "./hash.ts";
import type { Instrument } from "./instruments.ts";
import { PriceWalk, STEP_MS } from "./price-walk.ts";

/** A forced price: the logarithms of the price just before it and of the new price; `atMs` epoch ms. */
export type Jump = { atMs: number; before: number; after: number };

/** One candle. `startMs` is epoch ms, prices are dollars. */
export type Candle = { startMs: number; open: number; high: number; low: number; close: number; volume: number };

/** The start of the history, epoch ms. */
export const HISTORY_START_MS = Date.UTC(2023, 0, 1);

/** How far a tick may lag behind the line to the next point; this makes neighbouring ticks differ. */
const TICK_LAG = 0.6;

/**
 * The price of one instrument at any time: its walk, shifted by every forced price. Ticks and candles use the same
 * points, so no tick lies outside its minute's candle.
 */
export class Market {
  readonly instrument: Instrument;
  readonly #walk: PriceWalk;
  readonly #seed: number;
  readonly #jumps: Jump[];
  /** Cache of complete days, by start: they never change, and every request of a two-year chart needs them. */
  readonly #pastDays = new Map<number, Candle>();

  /**
   * @param jumps       forced prices, oldest first; the market appends to this list
   * @param referenceMs that of its {@link PriceWalk}
   */
  constructor(instrument: Instrument, seed: number, jumps: Jump[], referenceMs?: number) {
    this.instrument = instrument;
    this.#walk = new PriceWalk(instrument, seed, referenceMs);
    this.#seed = hash(seed, hashText(instrument.symbol));
    this.#jumps = jumps;
  }

  /** True when forced prices shift the price away from its walk. */
  get isForced(): boolean {
    return Math.abs(this.#shiftBefore(Number.POSITIVE_INFINITY)) > 1e-9;
  }

  /** The price of a tick, in dollars. The time must not be before the newest forced price. */
  tick(atMs: number): number {
    return this.#toPrice(this.#logAt(atMs, 1 - TICK_LAG * uniform(hash(this.#seed, Math.floor(atMs) | 0))));
  }

  /**
   * Sets the price as of a time; the walk continues from there.
   *
   * @param price dollars, or null to return to the walk's own price
   */
  force(price: number | null, atMs: number): void {
    const before = this.#logAt(atMs);
    const after = price === null ? before - this.#shiftBefore(Number.POSITIVE_INFINITY) : Math.log(price);
    this.#jumps.push({ atMs, before, after });
  }

  /**
   * Candles that start from `fromMs` to `toMs`, both inclusive, oldest first; the last one may still be growing.
   *
   * @param sizeMs a whole number of minutes that divides a day
   */
  candles({ fromMs, toMs, sizeMs, nowMs }: { fromMs: number; toMs: number; sizeMs: number; nowMs: number }): Candle[] {
    const candles: Candle[] = [];
    let startMs = Math.ceil(Math.max(fromMs, HISTORY_START_MS) / sizeMs) * sizeMs;
    const lastMs = Math.min(toMs, nowMs - 1);
    // One day at a time: the points of a year would not fit in memory.
    while (startMs <= lastMs) {
      const dayEndMs = (Math.floor(startMs / DAY_MS) + 1) * DAY_MS;
      const untilMs = Math.min(dayEndMs, (Math.floor(lastMs / sizeMs) + 1) * sizeMs);
      if (sizeMs === DAY_MS) candles.push(this.#dayCandle(startMs, nowMs));
      else candles.push(...this.#foldDay(startMs, untilMs, sizeMs, nowMs));
      startMs = untilMs;
    }
    return candles;
  }

  #dayCandle(startMs: number, nowMs: number): Candle {
    const known = this.#pastDays.get(startMs);
    if (known) return known;
    const [candle] = this.#foldDay(startMs, startMs + DAY_MS, DAY_MS, nowMs);
    if (!candle) throw new Error("a day has a candle");
    if (startMs + DAY_MS <= nowMs) this.#pastDays.set(startMs, candle);
    return candle;
  }

  /** The candles from `fromMs` up to, but not including, `untilMs`, which is at most a day later. */
  #foldDay(fromMs: number, untilMs: number, sizeMs: number, nowMs: number): Candle[] {
    const endMs = Math.min(untilMs, nowMs);
    const first = fromMs / STEP_MS;
    const points = this.#walk.points(first, Math.floor(endMs / STEP_MS));
    const jumps = this.#jumps.filter(({ atMs }) => atMs >= fromMs && atMs < endMs);
    let shift = this.#shiftBefore(fromMs);

    const candles: Candle[] = [];
    for (let startMs = fromMs; startMs < endMs; startMs += sizeMs) {
      const closeMs = Math.min(startMs + sizeMs, endMs);
      const fold = new Fold((points[startMs / STEP_MS - first] ?? 0) + shift);
      for (let step = startMs / STEP_MS; step * STEP_MS <= closeMs; step++) {
        while (jumps[0] && jumps[0].atMs < step * STEP_MS) shift += fold.jump(jumps.shift());
        fold.add((points[step - first] ?? 0) + shift);
      }
      while (jumps[0] && jumps[0].atMs < closeMs) shift += fold.jump(jumps.shift());
      if (closeMs % STEP_MS !== 0) fold.add(this.#logAt(closeMs));
      candles.push({ startMs, ...fold.prices((log) => this.#toPrice(log)), volume: this.#volume(startMs, closeMs) });
    }
    return candles;
  }

  /**
   * The logarithm of the price between the walk's points: on the line from the last point, or from a price forced since
   * then, to the next point.
   *
   * @param share how much of the way to the position at this time, from 0 to 1
   */
  #logAt(atMs: number, share = 1): number {
    const step = Math.floor(atMs / STEP_MS);
    const [low = 0, high = 0] = this.#walk.points(step, step + 1);
    const stepMs = step * STEP_MS;
    const forced = this.#jumps.findLast((jump) => jump.atMs <= atMs && jump.atMs >= stepMs);
    const fromMs = forced?.atMs ?? stepMs;
    const from = forced?.after ?? low + this.#shiftBefore(stepMs);
    const to = high + this.#shiftBefore(atMs + 1);
    return from + ((to - from) * share * (atMs - fromMs)) / (stepMs + STEP_MS - fromMs);
  }

  /** The sum of all jumps before a time. */
  #shiftBefore(ms: number): number {
    let shift = 0;
    for (const { atMs, before, after } of this.#jumps) {
      if (atMs >= ms) break;
      shift += after - before;
    }
    return shift;
  }

  /** Dollars with the instrument's decimals. */
  #toPrice(log: number): number {
    const units = 10 ** this.instrument.decimals;
    return Math.round(Math.exp(log) * units) / units;
  }

  /** Made minute by minute, so that the volumes of small candles add up to those of large ones. */
  #volume(startMs: number, endMs: number): number {
    let volume = 0;
    for (let minute = startMs / MINUTE_MS; minute * MINUTE_MS < endMs; minute++) {
      const elapsed = Math.min(1, endMs / MINUTE_MS - minute);
      volume += Math.round(this.instrument.minuteVolume * 2 * uniform(hash(this.#seed, ~minute)) * elapsed);
    }
    return volume;
  }
}

/** Accumulates the log prices of one candle. */
class Fold {
  readonly #open: number;
  #high: number;
  #low: number;
  #close: number;

  constructor(open: number) {
    this.#open = open;
    this.#high = open;
    this.#low = open;
    this.#close = open;
  }

  add(log: number): void {
    if (log > this.#high) this.#high = log;
    if (log < this.#low) this.#low = log;
    this.#close = log;
  }

  /** Adds a forced price. @returns by how much it shifts later prices */
  jump(jump: Jump | undefined): number {
    if (!jump) return 0;
    this.add(jump.before);
    this.add(jump.after);
    return jump.after - jump.before;
  }

  /** @param toPrice the price of a logarithm */
  prices(toPrice: (log: number) => number) {
    return {
      open: toPrice(this.#open),
      high: toPrice(this.#high),
      low: toPrice(this.#low),
      close: toPrice(this.#close),
    };
  }
}
