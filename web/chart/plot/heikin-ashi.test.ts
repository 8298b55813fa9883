import { expect, test } from "bun:test";
import type { Candle } from "../../../worker/contract/candles.ts";
import { fixedWalk } from "../../test/candle-walks.ts";
import { fc } from "../../test/property.ts";
import { candleAt, columnsOf } from "./candle-columns.ts";
import { HEIKIN_ASHI_SETTLED_ROW, HeikinAshi } from "./heikin-ashi.ts";

const candles = fc
  .array(fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 1, max: 100_000 }))), {
    minLength: 1,
    maxLength: 80,
  })
  .map((rows) =>
    rows.map((prices, i): Candle => {
      const [open = 1, close = 1] = prices;
      return [i * 60_000, open, Math.max(...prices), Math.min(...prices), close, i];
    }),
  );

/** All rows at once. */
function wholeOf(source: ReturnType<typeof columnsOf>) {
  return new HeikinAshi().of(source);
}

test("two candles, by hand", () => {
  const own = wholeOf(
    columnsOf([
      [0, 100, 110, 90, 104, 5],
      [60_000, 104, 106, 98, 100, 6],
    ]),
  );
  expect(candleAt(own, 0)).toEqual([0, 102, 110, 90, 101, 5]);
  expect(candleAt(own, 1)).toEqual([60_000, 101.5, 106, 98, 102, 6]);
});

test("a candle after the other, with each change of the newest, gives the same as all at once", () => {
  fc.assert(
    fc.property(candles, (rows) => {
      const source = columnsOf([]);
      const heikinAshi = new HeikinAshi();
      for (const [startMs, open, high, low, close, volume] of rows) {
        const row = source.startMs.length;
        // Its first price, then the whole candle.
        for (const candle of [
          [startMs, open, open, open, open, 0] as const,
          [startMs, open, high, low, close, volume] as const,
        ]) {
          const [at, o, h, l, c, v] = candle;
          source.startMs[row] = at;
          source.open[row] = o;
          source.high[row] = h;
          source.low[row] = l;
          source.close[row] = c;
          source.volume[row] = v;
          heikinAshi.of(source);
        }
      }
      expect(heikinAshi.of(source)).toEqual(wholeOf(source));
    }),
  );
});

test("high and low contain the body, and shrink with the candles", () => {
  fc.assert(
    fc.property(candles, (rows) => {
      const heikinAshi = new HeikinAshi();
      const own = heikinAshi.of(columnsOf(rows));
      for (const row of rows.keys()) {
        const [, open = 0, high = 0, low = 0, close = 0] = candleAt(own, row) ?? [];
        expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
        expect(low).toBeLessThanOrEqual(Math.min(open, close));
      }
      const short = columnsOf(rows.slice(0, 1));
      heikinAshi.changedFrom(0);
      expect(heikinAshi.of(short)).toEqual(wholeOf(short));
    }),
  );
});

test("after the first rows, candles are the same with older ones in front", () => {
  const walk = fixedWalk(200);
  const [all, newer] = [wholeOf(columnsOf(walk)), wholeOf(columnsOf(walk.slice(100)))];
  const differences = newer.open.map((open, row) => Math.abs(open - (all.open[row + 100] ?? 0)));
  expect(differences[0]).toBeGreaterThan(0.01);
  expect(Math.max(...differences.slice(HEIKIN_ASHI_SETTLED_ROW))).toBeLessThan(1e-5);
});
