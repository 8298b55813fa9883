import { addAmounts } from "../../worker/contract/money.ts";
import {
  dateOfDay,
  dayOfDate,
  dayOfIsoDate,
  isoDate,
  weekdayOf,
  weekOf,
} from "../../worker/contract/trade-calendar.ts";
import { DOLLARS } from "../ui/format.ts";
import type { EquityPoint } from "./trade-types.ts";

/** The result of a day or a week, and its number of trades. */
export type Result = { pnl: number; trades: number };

/** A calendar month. Days and weeks without trades are absent; the key of a week is its first day. */
export type MonthFigures = {
  pnl: number;
  days: ReadonlyMap<number, Result>;
  weeks: ReadonlyMap<number, Result>;
};

export const NO_MONTH: MonthFigures = { pnl: 0, days: new Map(), weeks: new Map() };

/** A calendar month; `month` is 1 to 12. */
export type Month = { year: number; month: number };

/** The API's response about a month: days by date, weeks by number. */
type MonthHistory = { monthlyPnL: number; dailyData: Record<string, Result>; weeklyData: Record<string, Result> };

export function monthFigures(
  { monthlyPnL, dailyData, weeklyData }: MonthHistory,
  { year, month }: Month,
): MonthFigures {
  const days = Object.entries(dailyData).map(
    ([date, { pnl, trades }]) => [dayOfDate(year, month, Number(date)), { pnl, trades }] as const,
  );
  const weeks = calendarWeeks({ year, month }).flatMap((first) => {
    const result = weeklyData[weekOf(first).week];
    return result && result.trades > 0 ? [[first, { pnl: result.pnl, trades: result.trades }] as const] : [];
  });
  return { pnl: monthlyPnL, days: new Map(days), weeks: new Map(weeks) };
}

/** @param exact the decimals of the results */
export function monthOfDays(
  points: readonly Pick<EquityPoint, "day" | "pnl" | "trades">[],
  month: Month,
  exact = DOLLARS.exact,
): MonthFigures {
  const weeks = calendarWeeks(month);
  const [from = 0, to = 0] = [weeks[0], (weeks.at(-1) ?? 0) + 6];
  const within = points.filter(({ day }) => day >= isoDate(from) && day <= isoDate(to));
  const results = within.map(({ day, pnl, trades }) => [dayOfIsoDate(day), { pnl, trades }] as const);
  const own = results.filter(([day]) => isIn(day, month));
  const byWeek = Map.groupBy(results, ([day]) => day - weekdayOf(day));
  return {
    pnl: addAmounts(
      own.map(([, { pnl }]) => pnl),
      exact,
    ),
    days: new Map(own),
    weeks: new Map(
      [...byWeek].map(([first, list]) => [
        first,
        sumOf(
          list.map(([, result]) => result),
          exact,
        ),
      ]),
    ),
  };
}

/** The first days of the weeks of a month, including weeks that it shares with its neighbours. */
export function calendarWeeks({ year, month }: Month): number[] {
  const first = dayOfDate(year, month, 1);
  const last = dayOfDate(year, month + 1, 1) - 1;
  const weeks: number[] = [];
  for (let sunday = first - weekdayOf(first); sunday <= last; sunday += 7) weeks.push(sunday);
  return weeks;
}

export function isIn(day: number, { year, month }: Month): boolean {
  const date = dateOfDay(day);
  return date.year === year && date.month === month;
}

/** The month a number of months later, or earlier if negative. */
export function monthAfter({ year, month }: Month, months: number): Month {
  const { year: nextYear, month: nextMonth } = dateOfDay(dayOfDate(year, month + months, 1));
  return { year: nextYear, month: nextMonth };
}

function sumOf(results: readonly Result[], exact: number): Result {
  return {
    pnl: addAmounts(
      results.map(({ pnl }) => pnl),
      exact,
    ),
    trades: results.reduce((sum, { trades }) => sum + trades, 0),
  };
}
