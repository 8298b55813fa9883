import type { Indicator } from "../../web/chart/indicators/indicator.ts";
import { INDICATORS, type IndicatorName } from "../../web/chart/indicators/indicator-kinds.ts";
import { type CandleColumns, columnsOf, foldLive } from "../../web/chart/plot/candle-columns.ts";
import type { Candle } from "../../worker/contract/candles.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";

/** The ten indicators whose ticks take longest: all but the two simplest averages. */
const TEN = Object.keys(INDICATORS).filter((name) => name !== "sma" && name !== "ema") as IndicatorName[];

/** The next candle begins after so many ticks, as at 40 ticks a second of four symbols on candles of a minute. */
const TICKS_PER_CANDLE = 600;

let columns: CandleColumns;
let indicators: Indicator[];

/** The functions of the measurement's page that the program calls. */
const work = {
  /**
   * Makes candles of a random walk and the ten indicators, and computes all rows.
   * @param period of all indicators; null for the standard settings
   * @returns the time of the fastest of four computations of all rows, ms
   */
  start({ rows, period }: { rows: number; period: number | null }): number {
    let [close, seed] = [60_000, 1];
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647 - 0.5;
    };
    columns = columnsOf(
      Array.from({ length: rows }, (_, row): Candle => {
        const open = close;
        close += random() * 40;
        const [high, low] = [Math.max(open, close) + 5, Math.min(open, close) - 5];
        return [row * MINUTE_MS, open, high, low, close, 10 + random()];
      }),
    );
    const settings = period === null ? {} : { period, fast: period, slow: period, signal: period, smoothing: period };
    indicators = TEN.map((name) => INDICATORS[name].make(settings, MINUTE_MS));
    return Math.min(...Array.from({ length: 4 }, work.rebuild));
  },

  /** Computes all rows. @returns the time, ms */
  rebuild(): number {
    const startedMs = performance.now();
    for (const indicator of indicators) indicator.update(columns, 0);
    return performance.now() - startedMs;
  },

  /** Takes prices as a chart does, in a number of batches. @returns the time of a tick in the fastest batch, ms */
  tick({ ticks, batches }: { ticks: number; batches: number }): number {
    const tickMs = Array.from({ length: batches }, () => work.tickAll(ticks) / ticks);
    return Math.min(...tickMs);
  },

  /** @returns the time of all ticks, ms */
  tickAll(ticks: number): number {
    const startedMs = performance.now();
    for (let i = 0; i < ticks; i += 1) {
      const last = columns.startMs.length - 1;
      const atMs = (columns.startMs[last] ?? 0) + (i % TICKS_PER_CANDLE === TICKS_PER_CANDLE - 1 ? MINUTE_MS : 0);
      foldLive(columns, { price: 60_000 + (i % 97), atMs }, MINUTE_MS);
      for (const indicator of indicators) indicator.update(columns);
    }
    return performance.now() - startedMs;
  },

  /** Computes the last row anew, without any change of the candles. */
  update(times: number): void {
    for (let i = 0; i < times; i += 1) for (const indicator of indicators) indicator.update(columns);
  },
};

export type IndicatorWork = typeof work;

Object.assign(globalThis, { indicatorWork: work });
