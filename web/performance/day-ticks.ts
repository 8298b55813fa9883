import { DAY_MS } from "../../worker/contract/time.ts";
import { dateOfDay, dayOfDate, weekdayOf } from "../../worker/contract/trade-calendar.ts";
import type { DateFields } from "../ui/date-fields.ts";
import { formatWith } from "../ui/format.ts";

const STEP_DAYS = [1, 2, 7, 14] as const;
const STEP_MONTHS = [1, 2, 3, 6, 12, 24, 60] as const;
const DECADE_MONTHS = 120;
/** The length of the shortest month: an upper bound for the number of ticks of a step. */
const MONTH_DAYS_MIN = 28;

export type DayTick = { day: number; label: string };

/**
 * Returns the labelled days between two days: every n days counted from a Sunday, or the first days of months, with the
 * smallest step that gives no more than `most` labels.
 * @param most two or more
 */
export function dayTicks(from: number, to: number, most: number): DayTick[] {
  const span = to - from;
  const days = STEP_DAYS.find((step) => Math.floor(span / step) + 1 <= most);
  if (days !== undefined) {
    // Counted from a Sunday, so that weekly ticks are Sundays.
    const first = from + ((days - ((from + weekdayOf(0)) % days)) % days);
    return range(first, to, days).map((day) => ({ day, label: label(day, { month: "short", day: "numeric" }) }));
  }
  const decades = Math.ceil(span / (DECADE_MONTHS * MONTH_DAYS_MIN) / (most - 1));
  const months =
    STEP_MONTHS.find((step) => Math.floor(span / (step * MONTH_DAYS_MIN)) + 1 <= most) ?? decades * DECADE_MONTHS;
  const start = dateOfDay(from);
  const firstMonth = Math.ceil((start.year * 12 + start.month - 1 + (start.date > 1 ? 1 : 0)) / months) * months;
  const ticks: DayTick[] = [];
  for (let month = firstMonth; ; month += months) {
    const day = dayOfDate(Math.floor(month / 12), (month % 12) + 1, 1);
    if (day > to) return ticks;
    ticks.push({
      day,
      label: label(day, months >= 12 ? { year: "numeric" } : { month: "short", year: "numeric" }),
    });
  }
}

function label(day: number, fields: DateFields): string {
  return formatWith(day * DAY_MS, "UTC", fields);
}

function range(first: number, to: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => first + index * step);
}
