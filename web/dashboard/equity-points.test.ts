import { expect, test } from "bun:test";
import { dayOfDate } from "../../worker/contract/trade-calendar.ts";
import { fc } from "../test/property.ts";
import { moneyTicks } from "../ui/charts/money-axis.ts";
import { valueAxis } from "../ui/charts/value-axis.ts";
import { equityPoints } from "./equity-points.ts";

const TODAY = dayOfDate(2026, 11, 21);
const day = (iso: string, pnl: number, total: number, trades = 1) => ({ day: iso, pnl, total, trades, drawdown: 0 });
const RECORD = [day("2026-10-01", 50, 50), day("2026-11-10", -20, 30, 2), day("2026-11-20", 5.5, 35.5, 3)];

test("two weeks are fourteen days up to today and the day before; days without trades keep the previous value", () => {
  const points = equityPoints(RECORD, "weeks", TODAY);
  expect(points.map((point) => point.totalUsd)).toEqual([50, 50, 50, ...Array(10).fill(30), 35.5, 35.5]);
  expect(points.map((point) => point.trades)).toEqual([0, 0, 0, 2, ...Array(9).fill(0), 3, 0]);
  expect(points.at(0)?.day).toBe(dayOfDate(2026, 11, 7));
  expect(points.at(-1)?.day).toBe(TODAY);
});

test("the whole range starts at zero, the day before the first trade", () => {
  const points = equityPoints(RECORD, "all", TODAY);
  expect(points.at(0)).toEqual({ day: dayOfDate(2026, 9, 30), totalUsd: 0, trades: 0 });
  expect(points.length).toBe(TODAY - dayOfDate(2026, 9, 30) + 1);
});

test("a month that began before the first trade is zero until then", () => {
  const points = equityPoints([day("2026-11-20", 9, 9)], "month", TODAY);
  expect(points.length).toBe(31);
  expect(points.map((point) => point.totalUsd)).toEqual([...Array(29).fill(0), 9, 9]);
});

test("an axis contains every value between a few round levels", () => {
  const dollars = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => Math.round(value * 100) / 100);
  fc.assert(
    fc.property(fc.array(dollars, { minLength: 1, maxLength: 40 }), (values) => {
      const { low, high, levels } = valueAxis(values);
      expect(low).toBeLessThanOrEqual(Math.min(...values));
      expect(high).toBeGreaterThanOrEqual(Math.max(...values));
      expect(levels.length).toBeWithin(2, 6);
      expect(levels[0]).toBe(low);
      expect(levels.at(-1)).toBe(high);
      expect(new Set(moneyTicks(levels)).size).toBe(levels.length);
    }),
  );
});

test.each([
  [
    [6_480, 6_932],
    [6_400, 6_600, 6_800, 7_000],
    ["$6.4k", "$6.6k", "$6.8k", "$7k"],
  ],
  [
    [1_234_100, 1_234_900],
    [1_233_900, 1_234_200, 1_234_500, 1_234_800, 1_235_100],
    ["$1.2339M", "$1.2342M", "$1.2345M", "$1.2348M", "$1.2351M"],
  ],
  [[0], [-2, -1, 0, 1, 2], ["−$2", "−$1", "$0", "$1", "$2"]],
  [
    [-120, 380],
    [-200, 0, 200, 400],
    ["−$200", "$0", "$200", "$400"],
  ],
])("the axis of %p", (values, levels, labels) => {
  const axis = valueAxis(values);
  expect(axis.levels).toEqual(levels);
  expect(moneyTicks(axis.levels)).toEqual(labels);
});
