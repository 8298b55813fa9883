import { describe, expect, test } from "bun:test";
import { dateOfDay, dayOfDate, isoDate, weekdayOf, weekOf } from "../../worker/contract/trade-calendar.ts";
import { fc } from "../test/property.ts";
import { calendarWeeks, isIn, monthAfter, monthFigures, monthOfDays } from "./month-figures.ts";

const month = fc.record({ year: fc.integer({ min: 1971, max: 2199 }), month: fc.integer({ min: 1, max: 12 }) });

describe("the weeks of a month", () => {
  test("begin on Sundays, are consecutive and contain every day of the month once", () => {
    fc.assert(
      fc.property(month, (given) => {
        const weeks = calendarWeeks(given);
        expect(weeks.every((sunday) => weekdayOf(sunday) === 0)).toBe(true);
        const days = weeks.flatMap((sunday) => Array.from({ length: 7 }, (_, index) => sunday + index));
        expect(days).toEqual(days.map((_, index) => (days[0] ?? 0) + index));
        const own = days.filter((day) => isIn(day, given));
        expect(own.map((day) => dateOfDay(day).date)).toEqual(own.map((_, index) => index + 1));
        expect(own.length).toBe(new Date(Date.UTC(given.year, given.month, 0)).getUTCDate());
        // No week without a day of the month.
        expect(weeks.length).toBe(Math.ceil((own.length + weekdayOf(own[0] ?? 0)) / 7));
      }),
    );
  });

  test("of December 2026 end with week 1 of the next year", () => {
    const numbers = calendarWeeks({ year: 2026, month: 12 }).map((sunday) => weekOf(sunday));
    expect(numbers.at(-1)).toEqual({ year: 2027, week: 1 });
  });
});

test("one month later and back is the same month, across years", () => {
  fc.assert(
    fc.property(month, fc.integer({ min: -600, max: 600 }), (given, months) => {
      fc.pre(given.year + months / 12 > 1971);
      expect(monthAfter(monthAfter(given, months), -months)).toEqual(given);
    }),
  );
  expect(monthAfter({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 });
  expect(monthAfter({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 });
});

test("a month computed from the curve equals the month of the API's response", () => {
  const traded = fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: dayOfDate(2026, 9, 20), max: dayOfDate(2027, 1, 10) }),
      cents: fc.integer({ min: -100_000, max: 100_000 }),
      trades: fc.integer({ min: 1, max: 9 }),
    }),
    { selector: ({ day }) => day, maxLength: 60 },
  );
  const months = fc.constantFrom({ year: 2026, month: 11 }, { year: 2026, month: 12 }, { year: 2027, month: 1 });
  fc.assert(
    fc.property(traded, months, (days, given) => {
      const points = days
        .toSorted((a, b) => a.day - b.day)
        .map(({ day, cents, trades }) => ({ day: isoDate(day), pnl: cents / 100, trades, total: 0, drawdown: 0 }));
      const own = days.filter(({ day }) => isIn(day, given));
      const inWeek = (sunday: number) => days.filter(({ day }) => day >= sunday && day < sunday + 7);
      const sum = (list: typeof days) => ({
        pnl: list.reduce((total, { cents }) => total + cents, 0) / 100,
        trades: list.reduce((total, { trades }) => total + trades, 0),
      });
      const answer = {
        monthlyPnL: sum(own).pnl,
        dailyData: Object.fromEntries(
          own.map(({ day, cents, trades }) => [dateOfDay(day).date, { pnl: cents / 100, trades }]),
        ),
        weeklyData: Object.fromEntries(
          calendarWeeks(given).map((sunday) => [weekOf(sunday).week, sum(inWeek(sunday))]),
        ),
      };
      const [told, counted] = [monthFigures(answer, given), monthOfDays(points, given)];
      expect(counted.pnl).toBe(told.pnl);
      expect(new Map([...counted.days].sort())).toEqual(new Map([...told.days].sort()));
      expect(new Map([...counted.weeks].sort())).toEqual(new Map([...told.weeks].sort()));
    }),
  );
});
