import { expect, test } from "bun:test";
import { dayOfDate, isoDate } from "../../worker/contract/trade-calendar.ts";
import { fc } from "../test/property.ts";
import { curveDays, drawdownFigures } from "./drawdown-figures.ts";
import type { EquityPoint } from "./trade-types.ts";

const FIRST = dayOfDate(2026, 8, 4);

/** The curve of the given results, each in cents a number of days after the first. */
function curveOf(results: readonly { after: number; cents: number }[]): EquityPoint[] {
  let [total, peak] = [0, 0];
  return results.map(({ after, cents }) => {
    total += cents;
    peak = Math.max(peak, total);
    const money = { pnl: cents / 100, total: total / 100, drawdown: (peak - total) / 100 };
    return { day: isoDate(FIRST + after), trades: 1, ...money };
  });
}

test("a curve has every calendar day up to today and is level on days without trades", () => {
  const days = curveDays(
    curveOf([
      { after: 0, cents: 500 },
      { after: 3, cents: -200 },
    ]),
    FIRST + 5,
  );
  expect(days.map(({ day }) => day - FIRST)).toEqual([-1, 0, 1, 2, 3, 4, 5]);
  expect(days.map(({ total }) => total)).toEqual([0, 5, 5, 5, 3, 3, 3]);
  expect(days.map(({ drawdown }) => drawdown)).toEqual([0, 0, 0, 0, 2, 2, 2]);
  expect(days.map(({ trades }) => trades)).toEqual([0, 1, 0, 0, 1, 0, 0]);
  expect(curveDays([], FIRST)).toEqual([]);
});

test("peak, distance below it, largest drawdown and longest recovery are those of the curve", () => {
  const results = [
    { after: 0, cents: 1_000 },
    { after: 2, cents: -600 },
    { after: 5, cents: 700 },
    { after: 6, cents: -300 },
    { after: 8, cents: 50 },
  ];
  const days = curveDays(curveOf(results), FIRST + 8);
  const { peak, belowPeak, longestDays, deepest, peakAt, longestAt } = drawdownFigures(days);
  expect({ peak, belowPeak }).toEqual({ peak: 11, belowPeak: 2.5 });
  // From the evening of the second day, the last at the peak, to the sixth, which reached it again.
  expect(longestDays).toBe(4);
  expect([longestAt.first, longestAt.last].map((index) => (days[index]?.day ?? 0) - FIRST)).toEqual([2, 5]);
  expect(days[peakAt]?.day).toBe(FIRST + 5);
  expect(days[deepest]?.day).toBe(FIRST + 2);
});

test("a rising curve has no drawdown, and a falling one is always below its peak", () => {
  expect(drawdownFigures(curveDays(curveOf([0, 1, 2].map((after) => ({ after, cents: 100 }))), FIRST + 2))).toEqual({
    peak: 3,
    belowPeak: 0,
    longestDays: 0,
    deepest: 0,
    peakAt: 3,
    longestAt: { first: 0, last: 0 },
  });
  expect(drawdownFigures(curveDays(curveOf([0, 1, 2].map((after) => ({ after, cents: -100 }))), FIRST + 4))).toEqual({
    peak: 0,
    belowPeak: 3,
    longestDays: 5,
    deepest: 3,
    peakAt: 0,
    longestAt: { first: 1, last: 5 },
  });
});

test("no day has a larger drawdown than the largest, and no time below a peak is longer than the longest", () => {
  const results = fc
    .uniqueArray(fc.record({ after: fc.nat(60), cents: fc.integer({ min: -5_000, max: 5_000 }) }), {
      selector: ({ after }) => after,
      minLength: 1,
    })
    .map((list) => list.toSorted((a, b) => a.after - b.after));
  fc.assert(
    fc.property(results, (list) => {
      const days = curveDays(curveOf(list), FIRST + 60);
      const figures = drawdownFigures(days);
      expect(days[figures.deepest]?.drawdown).toBe(Math.max(...days.map(({ drawdown }) => drawdown)));
      let below = 0;
      const times = days.map(({ drawdown }) => {
        below = drawdown > 0 ? below + 1 : 0;
        return below;
      });
      const most = Math.max(...times);
      expect(figures.longestDays - most).toBeGreaterThanOrEqual(0);
      expect(figures.longestDays - most).toBeLessThanOrEqual(1);
    }),
  );
});
