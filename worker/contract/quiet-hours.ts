import { DAY_MS, MINUTE_MS } from "./time.ts";
import { offsetQuartersAt, QUARTER_MS } from "./zone-offset.ts";

/**
 * Hours in which mails that may wait are held. They are quiet by the clock of the account's zone: from the minute `from` on, until
 * the minute `to` begins, over midnight where `to` is before `from`. Minutes of the day, 0 to 1439, never the same two.
 */
export type QuietHours = { from: number; to: number };

const MINUTES_PER_DAY = DAY_MS / MINUTE_MS;

/** The end of the quiet hours that a time is within, epoch ms; null for a time that is not quiet. */
export function quietUntil(hours: QuietHours, timeZone: string, atMs: number): number | null {
  if (!isQuiet(hours, timeZone, atMs)) return null;
  const offset = offsetQuartersAt(atMs, timeZone);
  const endMs = nextAt(hours.to, offset, atMs);
  const changeMs = changeBefore(endMs, timeZone, offset, atMs);
  if (changeMs === null) return endMs;
  // The clock jumps before: out of the quiet hours, or to another time within them.
  return isQuiet(hours, timeZone, changeMs) ? quietUntil(hours, timeZone, changeMs) : changeMs;
}

function isQuiet({ from, to }: QuietHours, timeZone: string, atMs: number): boolean {
  const minute = minuteOfDay(atMs, offsetQuartersAt(atMs, timeZone));
  return from < to ? from <= minute && minute < to : from <= minute || minute < to;
}

function minuteOfDay(atMs: number, offsetQuarters: number): number {
  const minutes = Math.floor((atMs + offsetQuarters * QUARTER_MS) / MINUTE_MS);
  return ((minutes % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
}

/** When a clock with a fixed offset shows a minute of the day next. */
function nextAt(minute: number, offsetQuarters: number, atMs: number): number {
  const left = (minute - minuteOfDay(atMs, offsetQuarters) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  return Math.floor(atMs / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS;
}

/** The first quarter of an hour after a time and not after an end in which the zone has another offset; null for none. */
function changeBefore(endMs: number, timeZone: string, offsetQuarters: number, atMs: number): number | null {
  if (offsetQuartersAt(endMs, timeZone) === offsetQuarters) return null;
  let [before, after] = [Math.floor(atMs / QUARTER_MS), Math.ceil(endMs / QUARTER_MS)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetQuartersAt(middle * QUARTER_MS, timeZone) === offsetQuarters) before = middle;
    else after = middle;
  }
  return after * QUARTER_MS;
}
