import { expect, test } from "bun:test";
import type { Candle } from "../../../worker/contract/candles.ts";
import { DAY_MS, MINUTE_MS } from "../../../worker/contract/time.ts";
import { candlesOf, fixedWalk, linesOf, someWalk } from "../../test/candle-walks.ts";
import { fc } from "../../test/property.ts";
import { type CandleColumns, candleAt, columnsOf, foldLive, mergeNewer, prependOlder } from "../plot/candle-columns.ts";
import { type Bars, fitSettings, type IndicatorKind, periodSetting } from "./indicator.ts";
import { INDICATORS } from "./indicator-kinds.ts";

const KINDS: [string, IndicatorKind][] = Object.entries(INDICATORS);

/** Of prices around a hundred, and of scales from 0 to 100: below the last digit that is shown. */
const SETTLED_TOLERANCE = 1e-3;

/** Settings with short periods for each kind, so that all lines have values after a few rows. */
const someSettings = ({ settings }: IndicatorKind) =>
  fc.record(
    Object.fromEntries(Object.keys(settings).map((name) => [name, fc.integer({ min: 1, max: 8 })])),
  ) as fc.Arbitrary<Record<string, number>>;

/** What happens to the candles of a chart. A factor is of a price or a volume; rows count back from the newest. */
type Change =
  | { kind: "ticks"; ticks: { factor: number; afterMs: number }[] }
  | { kind: "merge"; rows: number; factor: number; added: number; isGapFilled: boolean }
  | { kind: "prepend"; older: Candle[] }
  | { kind: "replace"; candles: Candle[] };

const someFactor = fc.integer({ min: 970, max: 1_030 }).map((thousandths) => thousandths / 1_000);

const someChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("ticks" as const),
      ticks: fc.array(fc.record({ factor: someFactor, afterMs: fc.nat(50_000) }), { minLength: 1, maxLength: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("merge" as const),
      rows: fc.integer({ min: 1, max: 6 }),
      factor: someFactor,
      added: fc.nat(3),
      isGapFilled: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("prepend" as const), older: someWalk({ maxLength: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("replace" as const), candles: someWalk({ maxLength: 40 }) }) },
);

/** Candles that end before an instant, from candles of any time. */
function endBefore(candles: readonly Candle[], untilMs: number): Candle[] {
  const offsetMs = untilMs - MINUTE_MS - (candles.at(-1)?.[0] ?? 0);
  return candles.map(([startMs, ...rest]) => [startMs + offsetMs, ...rest]);
}

/** Corrects the newest rows, fills a gap before the last of them and adds new ones. */
function newerCandles(columns: CandleColumns, change: Change & { kind: "merge" }): Candle[] {
  const rows = columns.startMs.length;
  const corrected = [...columns.startMs.keys()].slice(-change.rows).flatMap((row) => {
    const candle = candleAt(columns, row);
    return candle ? [candle] : [];
  });
  const newer: Candle[] = corrected.map(([startMs, open, high, low, close, volume], i) => [
    startMs,
    open,
    high * 1.01,
    low,
    i % 2 === 0 ? close * change.factor : close,
    volume + 1,
  ]);
  const lastMs = columns.startMs[rows - 1] ?? 0;
  const beforeMs = columns.startMs[rows - 2] ?? lastMs;
  const price = columns.close[rows - 1] ?? 1;
  if (change.isGapFilled && lastMs - beforeMs > MINUTE_MS)
    newer.push([lastMs - MINUTE_MS, price, price * 1.02, price * 0.98, price, 3]);
  for (let i = 1; i <= change.added; i += 1)
    newer.push([lastMs + i * MINUTE_MS, price, price * 1.01, price * 0.99, price * change.factor, i]);
  return newer.sort(([a], [b]) => a - b);
}

/** Applies a change, and returns what {@link Indicator.update} needs to know about it. */
function applyChange(columns: CandleColumns, change: Change): { columns: CandleColumns; changedFrom?: number } {
  switch (change.kind) {
    case "ticks":
      for (const { factor, afterMs } of change.ticks) {
        const last = candleAt(columns, columns.startMs.length - 1);
        if (last) foldLive(columns, { price: last[4] * factor, atMs: last[0] + afterMs * 2 }, MINUTE_MS);
      }
      return { columns };
    case "merge": {
      const before = structuredClone(columns);
      mergeNewer(columns, newerCandles(columns, change));
      const differs = (row: number) => !Bun.deepEquals(candleAt(before, row), candleAt(columns, row));
      const changedFrom = columns.startMs.findIndex((_, row) => differs(row));
      return changedFrom < 0 ? { columns } : { columns, changedFrom };
    }
    case "prepend":
      prependOlder(columns, endBefore(change.older, columns.startMs[0] ?? 0));
      return { columns, changedFrom: 0 };
    case "replace":
      return { columns: columnsOf(change.candles), changedFrom: 0 };
  }
}

for (const [name, kind] of KINDS) {
  test(`after each change of the candles ${name} equals computing all rows anew`, () => {
    const someChanges = fc.array(someChange, { maxLength: 12, size: "max" });
    fc.assert(
      fc.property(someWalk({ maxLength: 60 }), someSettings(kind), someChanges, (candles, settings, changes) => {
        let columns = columnsOf(candles);
        const indicator = kind.make(settings, MINUTE_MS);
        indicator.update(columns);
        for (const change of changes) {
          const applied = applyChange(columns, change);
          columns = applied.columns;
          indicator.update(columns, applied.changedFrom);
          for (const [line, values] of Object.entries(linesOf(kind, settings, columns))) {
            const found = values.map((_, row) => indicator.lines[line]?.at(row));
            expect(found).toEqual(values);
          }
        }
      }),
    );
  });

  test(`settled values of ${name} are the same with older candles in front`, () => {
    for (const seed of [1, 2, 3]) {
      const candles = fixedWalk(3_000, seed);
      const [all, newer] = [kind.make({}, MINUTE_MS), kind.make({}, MINUTE_MS)];
      all.update(columnsOf(candles));
      newer.update(columnsOf(candles.slice(1_500)));
      expect(newer.settledRow()).toBeLessThan(1_500);
      for (const [line, values] of Object.entries(newer.lines)) {
        const differing = Array.from({ length: 1_500 }, (_, row) => row).filter((row) => {
          const [one, other] = [values.at(row), all.lines[line]?.at(row + 1_500) ?? Number.NaN];
          // The sum of a day is not settled by a number of candles.
          return row >= newer.settledRow() && !Number.isNaN(one) && !(Math.abs(one - other) < SETTLED_TOLERANCE);
        });
        expect({ seed, line, differing }).toEqual({ seed, line, differing: [] });
      }
    }
  });

  test(`a tick of ${name} reads as many candles after 300 rows as after 5,000`, () => {
    const readsOfTick = (rows: number) => {
      const walk = candlesOf(Array.from({ length: rows }, (_, row) => 100 + Math.sin(row)));
      // A candle of each row has the same place in its day.
      const columns = columnsOf(walk.map(([, ...rest], row): Candle => [(row + 1) * (DAY_MS / 4), ...rest]));
      const { bars, reads } = countReads(columns);
      const indicator = kind.make({}, DAY_MS / 4);
      indicator.update(bars);
      const before = reads();
      indicator.update(bars);
      return reads() - before;
    };
    expect(readsOfTick(300)).toBeGreaterThan(0);
    expect(readsOfTick(5_000)).toBe(readsOfTick(300));
  });

  test(`${name} of no candles has no rows, and begins with the first one`, () => {
    const indicator = kind.make({}, MINUTE_MS);
    indicator.update(columnsOf([]));
    const columns = columnsOf([[0, 1, 2, 1, 2, 1]]);
    indicator.update(columns);
    for (const [line, values] of Object.entries(linesOf(kind, {}, columns)))
      expect([indicator.lines[line]?.at(0)]).toEqual(values);
  });

  test(`${name} has standard settings within their bounds, and a line for each that it declares`, () => {
    for (const { standard, min, max, decimals } of Object.values(kind.settings)) {
      expect(standard).toBeGreaterThanOrEqual(min);
      expect(standard).toBeLessThanOrEqual(max);
      expect(Number(standard.toFixed(decimals))).toBe(standard);
    }
    expect(Object.keys(kind.make({}, MINUTE_MS).lines)).toEqual(Object.keys(kind.lines));
  });
}

/** Candles that count how often one of their numbers is read. */
function countReads(columns: CandleColumns): { bars: Bars; reads: () => number } {
  let count = 0;
  const counted = (values: number[]) =>
    new Proxy(values, {
      get: (target, key) => {
        if (key !== "length") count += 1;
        return Reflect.get(target, key);
      },
    });
  const { startMs, open, high, low, close, volume } = columns;
  const bars = {
    startMs: counted(startMs),
    open: counted(open),
    high: counted(high),
    low: counted(low),
    close: counted(close),
    volume: counted(volume),
  };
  return { bars, reads: () => count };
}

test("stored settings are fitted into their bounds, and what is no number is replaced", () => {
  const settings = { period: periodSetting(20, 50), factor: { standard: 2, min: 0.1, max: 10, decimals: 1 } };
  expect(fitSettings(settings, {})).toEqual({ period: 20, factor: 2 });
  expect(fitSettings(settings, { period: 51, factor: 0 })).toEqual({ period: 50, factor: 0.1 });
  expect(fitSettings(settings, { period: 7.4, factor: 3.14, other: 1 })).toEqual({ period: 7, factor: 3.1 });
  expect(fitSettings(settings, { period: Number.NaN, factor: "3" })).toEqual({ period: 20, factor: 2 });
});

test("an indicator with settings out of bounds is that of the fitted settings", () => {
  const columns = columnsOf(candlesOf([1, 2, 3]));
  expect(linesOf(INDICATORS.sma, { period: 0 }, columns)).toEqual({ average: [1, 2, 3] });
});

test("a column keeps its values while it grows, and has none beyond them", () => {
  const closes = Array.from({ length: 5_000 }, (_, row) => row);
  const columns = columnsOf(candlesOf(closes));
  expect(linesOf(INDICATORS.sma, { period: 1 }, columns).average).toEqual(closes);
  const { lines, update } = INDICATORS.sma.make({ period: 1 }, MINUTE_MS);
  update(columns);
  expect([lines.average.at(-1), lines.average.at(5_000)]).toEqual([Number.NaN, Number.NaN]);
});
