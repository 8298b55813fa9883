import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { dayAt, dayStartMs, isoDate, offsetQuartersAt, QUARTER_MS, readIsoDate, weekdayOf } from "../trade-calendar.ts";

/**
 * The working hours of an operation, by which its queues age. On each of the weekdays, 0 is Sunday, they last from the minute of the
 * day `from` until the minute `to` begins; on a holiday, a date such as `2026-11-09`, nobody works.
 */
export type WorkingHours = { days: readonly number[]; from: number; to: number; holidays: readonly string[] };

const MINUTES_PER_DAY = 24 * 60;
/** The most holidays that are kept. */
export const HOLIDAYS_MAX = 100;
const KEYS = ["days", "from", "holidays", "to"];

/** Reads working hours from JSON, with days and holidays in their order. @returns null for any other text */
export function readWorkingHours(json: string): WorkingHours | null {
  const read = parsed(json);
  if (typeof read !== "object" || read === null || Object.keys(read).sort().join() !== KEYS.join()) return null;
  const { days, from, to, holidays } = read as Record<keyof WorkingHours, unknown>;
  const isMinute = (minute: unknown) =>
    Number.isInteger(minute) && Number(minute) >= 0 && Number(minute) <= MINUTES_PER_DAY;
  if (!isMinute(from) || !isMinute(to) || Number(from) >= Number(to)) return null;
  if (!Array.isArray(days) || !Array.isArray(holidays) || holidays.length > HOLIDAYS_MAX) return null;
  if (days.length === 0 || !days.every((day) => Number.isInteger(day) && day >= 0 && day <= 6)) return null;
  if (!holidays.every((date) => typeof date === "string" && readIsoDate(date) !== null)) return null;
  return {
    days: [...new Set<number>(days)].sort((one, other) => one - other),
    from: Number(from),
    to: Number(to),
    holidays: [...new Set<string>(holidays)].sort(),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/**
 * How much working time is between two times, in ms: the age of something that waits. Hours that are not worked do not age it. A day
 * is worked by the clock of the zone, so that it may be an hour longer or shorter where clocks change.
 * @param hours null where the operation works around the clock
 */
export function workingAgeMs(hours: WorkingHours | null, timeZone: string, fromMs: number, toMs: number): number {
  if (toMs <= fromMs) return 0;
  if (hours === null) return toMs - fromMs;
  const [first, last] = [dayAt(fromMs, timeZone), dayAt(toMs, timeZone)];
  let ageMs = 0;
  for (let day = first; day <= last; day += 1) {
    if (!isWorked(day, hours)) continue;
    const { opensMs, closesMs } = worked(day, hours, timeZone);
    ageMs += Math.max(0, Math.min(toMs, closesMs) - Math.max(fromMs, opensMs));
  }
  return ageMs;
}

/** What waits for an operation: since when, and the times, each from and to, in which it waited for its client instead. They do not overlap. */
export type Waiting = { sinceMs: number; clientWaits: readonly (readonly [fromMs: number, toMs: number])[] };

/**
 * The age of something that waits, in ms of working time: that of its client is taken out of it, in working time too, so that a question
 * that is answered over a night takes nothing away.
 */
export function ageOfWaiting(
  hours: WorkingHours | null,
  timeZone: string,
  { sinceMs, clientWaits }: Waiting,
  nowMs: number,
): number {
  const worked = (fromMs: number, toMs: number) => workingAgeMs(hours, timeZone, fromMs, Math.min(toMs, nowMs));
  return clientWaits.reduce(
    (ageMs, [fromMs, toMs]) => ageMs - worked(Math.max(fromMs, sinceMs), toMs),
    worked(sinceMs, nowMs),
  );
}

/** The furthest that {@link workedSinceMs} looks back, in days. */
const BACK_DAYS_MAX = 3_660;

/**
 * The last time since which as much has been worked as an age: for something whose age is not that of the time at which it came.
 * @param hours null where the operation works around the clock
 */
export function workedSinceMs(hours: WorkingHours | null, timeZone: string, ageMs: number, nowMs: number): number {
  if (hours === null || ageMs <= 0) return nowMs - Math.max(0, ageMs);
  const today = dayAt(nowMs, timeZone);
  let leftMs = ageMs;
  for (let day = today; day > today - BACK_DAYS_MAX; day -= 1) {
    if (!isWorked(day, hours)) continue;
    const { opensMs, closesMs } = worked(day, hours, timeZone);
    const endMs = Math.min(nowMs, closesMs);
    const dayMs = Math.max(0, endMs - opensMs);
    if (dayMs >= leftMs) return endMs - leftMs;
    leftMs -= dayMs;
  }
  return nowMs - BACK_DAYS_MAX * DAY_MS;
}

function isWorked(day: number, { days, holidays }: WorkingHours): boolean {
  return days.includes(weekdayOf(day)) && !holidays.includes(isoDate(day));
}

type Worked = { opensMs: number; closesMs: number };

/** The days that were computed last: the rows of a list wait over the same ones. */
const known = new Map<string, Worked>();
const KNOWN_MAX = 2_000;

function worked(day: number, { from, to }: WorkingHours, timeZone: string): Worked {
  const key = `${timeZone} ${day} ${from} ${to}`;
  const computed = known.get(key) ?? { opensMs: clockMs(day, from, timeZone), closesMs: clockMs(day, to, timeZone) };
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(key, computed);
  return computed;
}

/**
 * When a zone's clock shows a minute of a day first. A minute that the clock leaves out is the moment at which it jumps; midnight at the
 * end of a day is the beginning of the next.
 */
function clockMs(day: number, minute: number, timeZone: string): number {
  const wallMs = day * DAY_MS + minute * MINUTE_MS;
  // A zone is at most 14 hours ahead of UTC and 12 behind: most days have one offset.
  const before = offsetQuartersAt(wallMs - 38 * HOUR_MS, timeZone);
  if (before === offsetQuartersAt(wallMs + 36 * HOUR_MS, timeZone)) return wallMs - before * QUARTER_MS;
  const [startMs, endMs] = [dayStartMs(day, timeZone), dayStartMs(day + 1, timeZone)];
  // Quarters of an hour are enough to find a change of the clock, which is on one.
  for (let atMs = startMs; atMs < endMs; atMs += QUARTER_MS) {
    const shown = minuteOfDay(atMs, timeZone);
    if (shown >= minute) return atMs;
    if (minute - shown < QUARTER_MS / MINUTE_MS) return atMs + (minute - shown) * MINUTE_MS;
  }
  return endMs;
}

function minuteOfDay(atMs: number, timeZone: string): number {
  const minutes = atMs / MINUTE_MS + (offsetQuartersAt(atMs, timeZone) * QUARTER_MS) / MINUTE_MS;
  return ((minutes % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
}
