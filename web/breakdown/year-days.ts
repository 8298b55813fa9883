import { dateOfDay, dayOfDate, dayOfIsoDate, weekdayOf } from "../../worker/contract/trade-calendar.ts";
import type { EquityPoint } from "../performance/trade-types.ts";

export type YearDay = { day: number; pnl: number; trades: number };

/** The days with trades of a year, ascending. */
export function daysOfYear(points: readonly EquityPoint[], year: number): YearDay[] {
  return points.flatMap(({ day: date, pnl, trades }) => {
    const day = dayOfIsoDate(date);
    return dateOfDay(day).year === year ? [{ day, pnl, trades }] : [];
  });
}

/** A month of a year, 1 to 12: its days, and the column of the first one, 0 for Sunday. */
export type YearMonth = { month: number; days: number[]; column: number };

export function monthsOf(year: number): YearMonth[] {
  return Array.from({ length: 12 }, (_, at) => {
    const [first, next] = [dayOfDate(year, at + 1, 1), dayOfDate(year, at + 2, 1)];
    const days = Array.from({ length: next - first }, (_, place) => first + place);
    return { month: at + 1, days, column: weekdayOf(first) };
  });
}

/**
 * The day with trades that a key moves to: the next or the one before, a week up or down to the nearest, a month by the page keys, or an end.
 * @param days ascending
 * @returns null for other keys, and where there is no further day
 */
export function dayTowards(key: string, days: readonly number[], here: number): number | null {
  const later = (than: number) => days.find((day) => day >= than) ?? null;
  const earlier = (than: number) => days.findLast((day) => day <= than) ?? null;
  switch (key) {
    case "ArrowRight":
      return later(here + 1);
    case "ArrowLeft":
      return earlier(here - 1);
    case "ArrowDown":
      return later(here + 7);
    case "ArrowUp":
      return earlier(here - 7);
    case "PageDown":
      return later(here + 28);
    case "PageUp":
      return earlier(here - 28);
    case "Home":
      return days[0] ?? null;
    case "End":
      return days.at(-1) ?? null;
    default:
      return null;
  }
}
