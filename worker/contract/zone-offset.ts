import { DAY_MS, MINUTE_MS } from "./time.ts";

/** A quarter of an hour in ms: the offset of every zone is a multiple of it. */
export const QUARTER_MS = 15 * 60_000;

/** The zone of this machine, where its name is not needed: asking for the name costs as much as a formatter of `Intl`. */
export const LOCAL_ZONE = "local";

/**
 * Zones whose clocks have not been changed since 1970, with their offsets in quarters of an hour. The first formatter of `Intl`
 * in a page takes a slow phone 80 ms, and most traders are in one of these. Source: tz database, files `asia` and `etcetera`.
 */
const FIXED_OFFSETS: ReadonlyMap<string, number> = new Map([
  ["UTC", 0],
  ["Asia/Phnom_Penh", 7 * 4],
]);

/**
 * The zone's offset from UTC at a time, in quarters of an hour; every zone's offset is a multiple of them.
 * @param timeZone an IANA name, or {@link LOCAL_ZONE}
 * @throws RangeError for a zone that the machine does not know
 */
export function offsetQuartersAt(atMs: number, timeZone: string): number {
  const minute = Math.floor(atMs / MINUTE_MS);
  const known = newestOffsets.get(timeZone);
  if (known?.minute === minute) return known.offset;
  const offset = computeOffset(atMs, timeZone);
  newestOffsets.set(timeZone, { minute, offset });
  return offset;
}

/** The offset of the minute that was asked for last: most callers ask for the present. No zone changes within a minute. */
const newestOffsets = new Map<string, { minute: number; offset: number }>();

function computeOffset(atMs: number, timeZone: string): number {
  if (timeZone === LOCAL_ZONE) return Math.round(-new Date(atMs).getTimezoneOffset() / 15);
  const fixed = atMs >= 0 ? FIXED_OFFSETS.get(timeZone) : undefined;
  if (fixed !== undefined) return fixed;
  const parts = clockOf(timeZone).formatToParts(atMs);
  const field = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const [year, month, day] = [field("year"), field("month"), field("day")];
  const local = Date.UTC(year, month - 1, day, field("hour"), field("minute"));
  return Math.round((local - Math.floor(atMs / MINUTE_MS) * MINUTE_MS) / QUARTER_MS);
}

/** `UTC+7`, `UTC−3:30`, `UTC`: an offset as text. @param quarters the offset in quarters of an hour */
export function offsetText(quarters: number): string {
  if (quarters === 0) return "UTC";
  const [hours, minutes] = [Math.floor(Math.abs(quarters) / 4), (Math.abs(quarters) % 4) * 15];
  return `UTC${quarters < 0 ? "−" : "+"}${hours}${minutes > 0 ? `:${minutes}` : ""}`;
}

/**
 * The offset that a clock time needs where a zone's clocks go back and show it twice, with a space before it: ` UTC−5`.
 * Empty for all other times.
 */
export function repeatedTimeText(atMs: number, timeZone: string): string {
  const quarters = repeatedOffset(atMs, timeZone);
  return quarters === null ? "" : ` ${offsetText(quarters)}`;
}

/** Clocks change by less than this, in quarters of an hour. */
const CHANGE_MAX = 13;

/** The offset at a time that the zone's clocks show twice, in quarters of an hour; null for all other times. */
export function repeatedOffset(atMs: number, timeZone: string): number | null {
  if (!mayChange(Math.floor(atMs / DAY_MS), timeZone)) return null;
  const quarter = Math.floor(atMs / QUARTER_MS);
  const offsetAt = (at: number) => offsetQuartersAt(at * QUARTER_MS, timeZone);
  const own = offsetAt(quarter);
  const isRepeated = [-CHANGE_MAX, CHANGE_MAX].some((away) => {
    const other = offsetAt(quarter + away);
    // The same time of day, by the other offset.
    return other !== own && offsetAt(quarter + own - other) === other;
  });
  return isRepeated ? own : null;
}

/** Whether clocks change on a day of UTC or near it: consecutive times are mostly of one day, and most days have none. */
let latest = { timeZone: "", day: 0, mayChange: false };

function mayChange(day: number, timeZone: string): boolean {
  if (latest.day !== day || latest.timeZone !== timeZone) {
    const nearMs = CHANGE_MAX * QUARTER_MS;
    const [before, after] = [day * DAY_MS - nearMs, (day + 1) * DAY_MS + nearMs];
    const isChange = offsetQuartersAt(before, timeZone) !== offsetQuartersAt(after, timeZone);
    latest = { timeZone, day, mayChange: isChange };
  }
  return latest.mayChange;
}

// Creating an Intl formatter costs more than a hundred uses of it, so they are cached.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-US", {
      timeZone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      hourCycle: "h23",
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}
