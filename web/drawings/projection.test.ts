import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { projectionOf, rowAtTime, rowOfTime, type TimeRows, timeOfRow } from "./projection.ts";

const MINUTE_MS = 60_000;

/** Candles with gaps between them, as weekends leave them. */
const timeRows: fc.Arbitrary<TimeRows> = fc
  .array(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 5_000 })), { maxLength: 60 })
  .map((gaps) => {
    let at = 1_764_000_000_000;
    const startMs = gaps.map((minutes) => {
      at += minutes * MINUTE_MS;
      return at;
    });
    return { startMs, sizeMs: MINUTE_MS };
  });
const time = fc.integer({ min: 1_763_000_000_000, max: 1_766_000_000_000 });

test("a time stands at one place only, which rises with the time, before, between and after the candles", () => {
  fc.assert(
    fc.property(timeRows, time, time, (rows, one, other) => {
      expect(Math.abs(timeOfRow(rows, rowOfTime(rows, one)) - one)).toBeLessThan(1);
      if (one !== other) expect(rowOfTime(rows, one) < rowOfTime(rows, other)).toBe(one < other);
    }),
  );
});

test("a candle stands at its row, and half of a gap half way to the next candle", () => {
  const rows = { startMs: [0, 60_000, 600_000], sizeMs: MINUTE_MS };
  expect([0, 60_000, 600_000].map((at) => rowOfTime(rows, at))).toEqual([0, 1, 2]);
  expect(rowOfTime(rows, 330_000)).toBe(1.5);
  expect([rowOfTime(rows, -120_000), rowOfTime(rows, 720_000)]).toEqual([-2, 4]);
  expect([timeOfRow(rows, -2), timeOfRow(rows, 1.5), timeOfRow(rows, 4)]).toEqual([-120_000, 330_000, 720_000]);
});

test("places do not jump where candles begin and end", () => {
  fc.assert(
    fc.property(timeRows, (rows) => {
      for (const startMs of rows.startMs) {
        expect(rowOfTime(rows, startMs) - rowOfTime(rows, startMs - 1)).toBeLessThan(1 / 1_000);
        expect(rowOfTime(rows, startMs + 1) - rowOfTime(rows, startMs)).toBeLessThan(1 / 1_000);
      }
    }),
  );
});

test("an anchor projected to the plot and back is the same anchor, also on a logarithmic scale", () => {
  const scales = fc.record({
    from: fc.integer({ min: -50, max: 50 }),
    span: fc.integer({ min: 10, max: 200 }),
    isLog: fc.boolean(),
  });
  const price = fc.integer({ min: 100, max: 10_000_000 }).map((cents) => cents / 100);
  fc.assert(
    fc.property(timeRows, scales, time, price, (rows, { from, span, isLog }, at, paid) => {
      const [widthPx, heightPx] = [800, 400];
      const [up, down] = isLog ? [Math.log, Math.exp] : [(x: number) => x, (x: number) => x];
      const [low, high] = [up(0.5), up(200_000)];
      const projection = projectionOf(rows, {
        widthPx,
        heightPx,
        leftOf: (row) => ((row - from) / span) * widthPx,
        rowAt: (px) => from + (px / widthPx) * span,
        topOf: (value) => ((high - up(value)) / (high - low)) * heightPx,
        priceAt: (px) => down(high - (px / heightPx) * (high - low)),
      });
      const back = projection.anchorAt(projection.pointOf({ time: at, price: paid }));
      expect(Math.abs(back.time - at)).toBeLessThanOrEqual(1);
      expect(Math.abs(back.price - paid)).toBeLessThan(0.005);
    }),
  );
});

test("a time is in the last candle that begins at or before it", () => {
  const startMs = [1, 2, 5].map((minute) => minute * MINUTE_MS);
  const rowOf = (minute: number) => rowAtTime(startMs, minute * MINUTE_MS);
  expect([0.9, 1, 1.5, 2, 4.9, 5, 99].map(rowOf)).toEqual([-1, 0, 0, 1, 1, 2, 2]);
  expect(rowAtTime([], 0)).toBe(-1);
});
