import { asciiOf } from "../ascii.ts";
import { DAY_MS } from "../time.ts";

/** What a clock on a wall showed, as if it were UTC, epoch ms. Which moment it was depends on the file's clock. */
export type WallTime = number & { readonly wallTime: unique symbol };

/** Which number of `09/06/2026` is the day. */
export type DateOrder = "day_first" | "month_first";

const YEAR_FIRST = /^(\d{4})([-./]?)(\d{2})\2(\d{2})/;
const YEAR_LAST = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const CLOCK =
  /^(?:[T;, ]+)?(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])\.?m\.?)?(Z|UTC| ?[+-]\d{2}:?\d{2})?$/i;
/** A date of a spreadsheet: days since 1899-12-30. Those of the years 2000 to 2099. */
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/;
const [SERIAL_FROM, SERIAL_TO, SERIAL_EPOCH_MS] = [36_526, 73_050, Date.UTC(1899, 11, 30)];

/** A longer text is no time. */
const LENGTH_MAX = 64;

/** A time as read. @property isMoment whether it says its own offset, so that the time is UTC */
export type TimeReading = { wall: WallTime; isMoment: boolean };

/**
 * Reads a date with or without a time of day: `2026.09.14 08:31:02`, `20260902;093004`, `02/09/2026 14:47:44.584`, `9/9/26 4:40 PM`,
 * a spreadsheet's number of days.
 * @param order of dates that end with the year
 * @returns null of a text that is no such time, or no day of the calendar
 */
export function readTime(text: string, order: DateOrder): TimeReading | null {
  if (text.length > LENGTH_MAX) return null;
  const plain = asciiOf(text).trim();
  const serial = SERIAL.exec(plain);
  if (serial) return serialTime(Number(serial[1]), Number(`0.${serial[2] ?? 0}`));
  const first = YEAR_FIRST.exec(plain);
  const last = first ? null : YEAR_LAST.exec(plain);
  const found = first ?? last;
  if (!found) return null;
  const [year, month, day] = first
    ? [Number(first[1]), Number(first[3]), Number(first[4])]
    : dateOf(Number(last?.[1]), Number(last?.[3]), Number(last?.[4]), order);
  const clock = clockMs(plain.slice(found[0].length));
  if (!clock) return null;
  const dateMs = Date.UTC(year, month - 1, day);
  const date = new Date(dateMs);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return { wall: wallTime(dateMs + clock.ms - clock.offsetMs), isMoment: clock.isMoment };
}

function dateOf(first: number, second: number, year: number, order: DateOrder): [number, number, number] {
  const [day, month] = order === "day_first" ? [first, second] : [second, first];
  return [year < 100 ? 2_000 + year : year, month, day];
}

function clockMs(text: string): { ms: number; offsetMs: number; isMoment: boolean } | null {
  if (text.trim() === "") return { ms: 0, offsetMs: 0, isMoment: false };
  const [, hours, minutes = "0", seconds = "0", fraction = "", half, offset] = CLOCK.exec(text) ?? [];
  if (hours === undefined) return null;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const ms =
    ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, "0").slice(0, 3));
  return { ms, offsetMs: offset === undefined ? 0 : offsetMs(offset.trim()), isMoment: offset !== undefined };
}

function offsetMs(text: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

function serialTime(days: number, part: number): TimeReading | null {
  if (days < SERIAL_FROM || days > SERIAL_TO) return null;
  // A double of days is exact to a few microseconds.
  return { wall: wallTime(SERIAL_EPOCH_MS + days * DAY_MS + Math.round(part * DAY_MS)), isMoment: false };
}

function wallTime(ms: number): WallTime {
  // The only place that makes the type.
  return ms as WallTime;
}

/** What a column of dates says of its order. `unclear`: every day could be a month; `mixed`: both orders are in it. */
export type OrderEvidence = DateOrder | "unclear" | "none" | "mixed";

/**
 * The order of the dates of a file, by all cells of its columns of times: a 13 can be no month. Dates whose two numbers are equal say nothing, and
 * mean the same in both orders.
 */
export function orderOf(cells: Iterable<string>): OrderEvidence {
  let [isDayFirst, isMonthFirst, isUnclear] = [false, false, false];
  for (const cell of cells) {
    const [, first, , second] = YEAR_LAST.exec(asciiOf(cell).trim()) ?? [];
    if (first === undefined || Number(first) === Number(second)) continue;
    if (Number(first) > 12) isDayFirst = true;
    else if (Number(second) > 12) isMonthFirst = true;
    else isUnclear = true;
  }
  if (isDayFirst && isMonthFirst) return "mixed";
  if (isDayFirst) return "day_first";
  if (isMonthFirst) return "month_first";
  return isUnclear ? "unclear" : "none";
}
