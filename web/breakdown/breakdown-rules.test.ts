import { describe, expect, test } from "bun:test";
import { dayOfIsoDate, isoDate } from "../../worker/contract/trade-calendar.ts";
import { fc } from "../test/property.ts";
import { fallsInPercent } from "./falls-in-percent.ts";
import { placeOf, scaleInMoney, scaleInR, toneOf } from "./interval-scale.ts";
import { daysOfYear, dayTowards, monthsOf } from "./year-days.ts";

const DAY = dayOfIsoDate("2026-11-02");
const curve = (...results: number[]) => results.map((pnl, at) => ({ day: DAY + at, pnl }));
const paid = (at: number, amount: number) => ({ day: isoDate(DAY + at), amount });

describe("falls in percent of the account", () => {
  test("are of its peak, which payments are no part of", () => {
    // 1,000 paid in; 1,100; 990; 1,000 more paid in; then 100 lost.
    expect(fallsInPercent(curve(100, -110, 0, -100), [paid(0, 1_000), paid(2, 1_000)])).toEqual([
      0,
      expect.closeTo(10, 9),
      expect.closeTo((100 * 110) / 2_100, 9),
      expect.closeTo((100 * 210) / 2_100, 9),
    ]);
  });

  test("stay the same where half of the account is withdrawn", () => {
    const [, before, after] = fallsInPercent(curve(0, -200, 0), [paid(0, 1_000), paid(2, -400)]);
    expect(before).toBeCloseTo(20, 9);
    expect(after).toBeCloseTo(20, 9);
  });

  test("are not known without payments, nor before the account was above zero", () => {
    expect(fallsInPercent(curve(5, -3), null)).toEqual([null, null]);
    expect(fallsInPercent(curve(-5, 3), [])).toEqual([null, null]);
    expect(fallsInPercent(curve(-5, 10), [])).toEqual([null, 0]);
  });

  test("are from 0 to 100, and 0 at each new peak", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -500, max: 500 })), (results) => {
        const falls = fallsInPercent(curve(...results), [paid(0, 1_000)]);
        let [sum, peak] = [1_000, 1_000];
        for (const [at, pnl] of results.entries()) {
          sum += pnl;
          peak = Math.max(peak, sum);
          expect(falls[at]).toBeCloseTo(Math.min(100, (100 * (peak - sum)) / peak), 6);
        }
      }),
    );
  });
});

describe("the axis of intervals", () => {
  test("shows at least half an R on both sides", () => {
    expect(scaleInR([])).toEqual({ reach: 0.6, tick: 0.5 });
    expect(scaleInR([{ value: 1, low: -0.2, high: 2.2 }, null])).toEqual({ reach: 2.2, tick: 0.5 });
    expect(scaleInR([{ value: 5, low: -2, high: 12 }])).toEqual({ reach: 12, tick: 10 });
  });

  test("has a round tick within its reach, of any unit", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (high) => {
        const scale = scaleInMoney([{ value: 0, low: 0, high }]);
        expect(scale.reach).toBe(high);
        expect(scale.tick).toBeGreaterThan(high * 0.3);
        expect(scale.tick).toBeLessThanOrEqual(high * 0.85);
      }),
    );
  });

  test("is in the middle at zero, and at its ends at the reach", () => {
    expect([-3, 0, 3].map((value) => placeOf({ reach: 3, tick: 2 }, value))).toEqual([0, 50, 100]);
  });

  test("an interval that holds zero has neither direction", () => {
    expect(toneOf({ value: 1, low: 0.1, high: 2 })).toBe("up");
    expect(toneOf({ value: -1, low: -2, high: -0.1 })).toBe("down");
    expect(toneOf({ value: 1, low: 0, high: 2 })).toBe("open");
  });
});

describe("the days of a year", () => {
  test("are those of its months, which begin below their weekday", () => {
    const months = monthsOf(2026);
    expect(months.map(({ days }) => days.length)).toEqual([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
    // November 1, 2026, was a Sunday, and December 1 a Tuesday.
    expect(months.slice(10).map(({ column }) => column)).toEqual([0, 2]);
    expect(monthsOf(2028)[1]?.days.length).toBe(29);
  });

  test("leave out other years", () => {
    const point = (day: string) => ({ day, pnl: 1, trades: 1, total: 1, drawdown: 0 });
    const days = daysOfYear([point("2025-12-31"), point("2026-01-01"), point("2027-01-01")], 2026);
    expect(days).toEqual([{ day: dayOfIsoDate("2026-01-01"), pnl: 1, trades: 1 }]);
  });

  test("keys move to the nearest day with trades", () => {
    const days = [10, 11, 15, 24, 60];
    const from = (key: string, here: number) => dayTowards(key, days, here);
    expect([from("ArrowRight", 11), from("ArrowLeft", 11), from("ArrowRight", 60)]).toEqual([15, 10, null]);
    expect([from("ArrowDown", 10), from("ArrowUp", 24)]).toEqual([24, 15]);
    expect([from("PageDown", 11), from("PageUp", 60), from("Home", 24), from("End", 10)]).toEqual([60, 24, 10, 60]);
    expect(from("x", 10)).toBe(null);
  });
});
