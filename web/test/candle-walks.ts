import { expect } from "bun:test";
import type { Candle } from "../../worker/contract/candles.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import type { IndicatorKind, StoredSettings } from "../chart/indicators/indicator.ts";
import { type CandleColumns, columnsOf } from "../chart/plot/candle-columns.ts";
import { fc } from "./property.ts";

/** Values by line, one for each row; NaN means that there is none. */
export type LineValues<Line extends string = string> = Record<Line, number[]>;

/**
 * A move between two prices, as a part of the price: often none, usually irregular. It is made of an integer because
 * fc.double takes each exponent as often as any other, so that most of its numbers are next to zero.
 */
const someMove = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: -29_989, max: 29_989 }).map((millionths) => millionths / 1e6) },
);

/** A stretch of a UTC day until the next candle: usually a minute, sometimes a gap of up to two days. */
const someGapMs = fc.oneof(
  { weight: 9, arbitrary: fc.constant(MINUTE_MS) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 2_880 }).map((minutes) => minutes * MINUTE_MS) },
);

const someStep = fc.record({
  gapMs: someGapMs,
  jump: someMove,
  move: someMove,
  up: someMove,
  down: someMove,
  volume: fc.nat(9),
});

/**
 * A random walk of candles of a minute: with gaps in time and price, constant prices and candles without volume. All
 * lengths are as likely; without `size` fast-check would make at most ten candles.
 */
export const someWalk = (length: { minLength?: number; maxLength: number }): fc.Arbitrary<Candle[]> =>
  fc
    .tuple(fc.constantFrom(0.00012, 1.1, 97.3, 64_000), fc.nat(4_320), fc.array(someStep, { ...length, size: "max" }))
    .map(([startPrice, startMinute, steps]) => {
      let price: number = startPrice;
      let startMs = startMinute * MINUTE_MS;
      return steps.map(({ gapMs, jump, move, up, down, volume }): Candle => {
        const open = price * (1 + jump);
        const close = open * (1 + move);
        const high = Math.max(open, close) * (1 + Math.abs(up));
        const low = Math.min(open, close) * (1 - Math.abs(down));
        const candle: Candle = [startMs, open, high, low, close, volume];
        price = close;
        startMs += gapMs;
        return candle;
      });
    });

/** Candles of a minute from closes alone: open, high and low are equal to the close. */
export const candlesOf = (closes: readonly number[], volume = 1): Candle[] =>
  closes.map((close, i) => [i * MINUTE_MS, close, close, close, close, volume]);

/** A walk of candles of a minute with moves up to a hundredth, the same in each run. @param seed another one is another walk */
export function fixedWalk(rows: number, seed = 1): Candle[] {
  let state = seed;
  /** -1 to 1; Lehmer's generator. */
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  };
  let price = 100;
  return Array.from({ length: rows }, (_, row): Candle => {
    const open = price;
    price *= 1 + next() / 100;
    const [highest, lowest] = [Math.max(open, price), Math.min(open, price)];
    return [
      row * MINUTE_MS,
      open,
      highest * (1 + Math.abs(next()) / 200),
      lowest * (1 - Math.abs(next()) / 200),
      price,
      5 + next(),
    ];
  });
}

/** Computes all lines of a kind from all candles. */
export function linesOf<Line extends string>(
  kind: IndicatorKind<string, Line>,
  settings: StoredSettings,
  columns: CandleColumns,
  sizeMs = MINUTE_MS,
): LineValues<Line> {
  const { lines, update } = kind.make(settings, sizeMs);
  update(columns);
  const values = Object.keys(lines).map((line) => [line, columns.startMs.map((_, row) => lines[line as Line].at(row))]);
  // fromEntries loses the names, which are those of `lines`.
  return Object.fromEntries(values) as LineValues<Line>;
}

/** Expects the same rows to have values, each within a tolerance. */
export function expectClose(actual: LineValues, expected: LineValues, tolerance: number): void {
  expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort());
  for (const [line, values] of Object.entries(expected)) {
    const differing = values.flatMap((value, row) => {
      const found = actual[line]?.[row] ?? Number.NaN;
      const isEqual = Number.isNaN(value) ? Number.isNaN(found) : Math.abs(found - value) <= tolerance;
      return isEqual ? [] : [{ line, row, value, found }];
    });
    expect(differing).toEqual([]);
    expect(actual[line]).toHaveLength(values.length);
  }
}

/**
 * Expects a kind to equal its definition on random walks, within 1e-9 of its scale, or of the highest price where it has
 * none: differences of prices cannot be more exact than the prices.
 */
export function expectEqualToDefinition<Name extends string>(
  kind: IndicatorKind<Name>,
  someSettings: fc.Arbitrary<Record<Name, number>>,
  definition: (columns: CandleColumns, settings: Record<Name, number>) => LineValues,
): void {
  fc.assert(
    fc.property(someWalk({ maxLength: 90 }), someSettings, (candles, settings) => {
      const columns = columnsOf(candles);
      const largest = kind.scale?.[1] ?? Math.max(0, ...(kind.pane === "volume" ? columns.volume : columns.high));
      expectClose(linesOf(kind, settings, columns), definition(columns, settings), 1e-9 * largest);
    }),
  );
}

/** Settings with short periods: small walks then have rows with and without values. */
export const somePeriod = fc.integer({ min: 1, max: 20 });

/** The value of `valueAt` for each row from `first` on; NaN before. */
export const fromRow = (rows: number, first: number, valueAt: (row: number) => number): number[] =>
  Array.from({ length: rows }, (_, row) => (row < first ? Number.NaN : valueAt(row)));

/** The last `period` values up to a row. */
export const windowOf = (values: readonly number[], row: number, period: number): number[] =>
  values.slice(row - period + 1, row + 1);

/** The arithmetic mean. */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * An exponential average by its explicit sum: `weight * (1 - weight) ** age` of each value after the first `period`, and
 * what is left of their mean.
 * @param values NaN in the rows before the first value
 */
export function weightedByAge(values: readonly number[], period: number, weight: number): number[] {
  const seed = values.findIndex((value) => !Number.isNaN(value)) + period - 1;
  if (seed < period - 1) return values.map(() => Number.NaN);
  return fromRow(values.length, seed, (row) => {
    let sum = meanOf(windowOf(values, seed, period)) * (1 - weight) ** (row - seed);
    for (let i = seed + 1; i <= row; i += 1) sum += (values[i] ?? 0) * weight * (1 - weight) ** (row - i);
    return sum;
  });
}
