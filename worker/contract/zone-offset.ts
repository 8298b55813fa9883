import { MINUTE_MS } from "./time.ts";

/** A quarter of an hour in ms: the offset of every zone is a multiple of it. */
export const QUARTER_MS = 15 * 60_000;

/** The zone's offset from UTC at a time, in quarters of an hour; every zone's offset is a multiple of them. */
export function offsetQuartersAt(atMs: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(atMs);
  const field = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const [year, month, day] = [field("year"), field("month"), field("day")];
  const local = Date.UTC(year, month - 1, day, field("hour"), field("minute"));
  return Math.round((local - Math.floor(atMs / MINUTE_MS) * MINUTE_MS) / QUARTER_MS);
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
