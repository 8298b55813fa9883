import { expect, test } from "bun:test";
import type { Candle } from "../../../worker/contract/candles.ts";
import { MINUTE_MS } from "../../../worker/contract/time.ts";
import { fc } from "../../test/property.ts";
import { candleAt, columnsOf, emptyColumns, foldLive, mergeNewer, prependOlder } from "./candle-columns.ts";

const candle = (minute: number, close = minute): Candle => [minute * MINUTE_MS, close, close + 1, close - 1, close, 5];
const startsOf = (columns: { startMs: number[] }) => columns.startMs.map((startMs) => startMs / MINUTE_MS);

test("candles survive the conversion to columns unchanged", () => {
  const columns = columnsOf([candle(1), candle(2)]);
  expect(candleAt(columns, 1)).toEqual(candle(2));
  expect(candleAt(columns, 2)).toBeNull();
});

test("older candles are inserted at the front, and existing ones are not inserted twice", () => {
  const columns = columnsOf([candle(5), candle(6)]);
  expect(prependOlder(columns, [candle(3), candle(4), candle(5)])).toBe(2);
  expect(startsOf(columns)).toEqual([3, 4, 5, 6]);
});

test("newer candles correct existing ones, fill a gap and follow the last one", () => {
  const columns = columnsOf([candle(1), candle(3, 30)]);
  expect(mergeNewer(columns, [candle(2), candle(3, 33), candle(4)])).toBe(1);
  expect(startsOf(columns)).toEqual([1, 2, 3, 4]);
  expect(candleAt(columns, 2)).toEqual(candle(3, 33));
});

test("merging says which row is the first that differs, also where it only moved", () => {
  const columns = columnsOf([candle(1), candle(3), candle(4)]);
  expect(mergeNewer(columns, [candle(3), candle(4)])).toBe(3);
  expect(mergeNewer(columns, [candle(3), candle(4, 44), candle(5)])).toBe(2);
  expect(mergeNewer(columns, [candle(2), candle(3)])).toBe(1);
  expect(mergeNewer(columns, [candle(6)])).toBe(5);
});

test("merging candles in any pieces leaves them sorted and unique, with the last write winning", () => {
  const pieces = fc.array(fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 10, max: 99 }))));
  fc.assert(
    fc.property(pieces, (lists) => {
      const columns = emptyColumns();
      const expected = new Map<number, number>();
      for (const list of lists) {
        const newer = [...new Map(list)].sort(([a], [b]) => a - b);
        for (const [minute, close] of newer) expected.set(minute, close);
        mergeNewer(
          columns,
          newer.map(([minute, close]) => candle(minute, close)),
        );
      }
      const minutes = [...expected.keys()].sort((a, b) => a - b);
      expect(startsOf(columns)).toEqual(minutes);
      expect(columns.close).toEqual(minutes.map((minute) => expected.get(minute) ?? 0));
    }),
  );
});

test("a price updates the last candle within its interval and starts the next one after it", () => {
  const columns = columnsOf([candle(1, 100)]);
  foldLive(columns, { price: 104, atMs: MINUTE_MS + 59_999 }, MINUTE_MS);
  expect(candleAt(columns, 0)).toEqual([MINUTE_MS, 100, 104, 99, 104, 5]);
  foldLive(columns, { price: 90, atMs: 2 * MINUTE_MS }, MINUTE_MS);
  expect(candleAt(columns, 1)).toEqual([2 * MINUTE_MS, 90, 90, 90, 90, 0]);
});

test("a price before the last candle, or without any candle, changes nothing", () => {
  const columns = columnsOf([candle(5)]);
  foldLive(columns, { price: 1, atMs: 4 * MINUTE_MS }, MINUTE_MS);
  expect(candleAt(columns, 0)).toEqual(candle(5));
  const none = emptyColumns();
  foldLive(none, { price: 1, atMs: 0 }, MINUTE_MS);
  expect(none.startMs).toEqual([]);
});
