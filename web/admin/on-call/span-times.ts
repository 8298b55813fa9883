import { DAY_MS, MINUTE_MS } from "../../../worker/contract/time.ts";
import { dayAt, isoDate, readIsoDate } from "../../../worker/contract/trade-calendar.ts";
import { offsetQuartersAt, QUARTER_MS } from "../../../worker/contract/zone-offset.ts";

/** Dates with times as a field of kind `datetime-local` has them: `2026-12-07T18:00`, in the operation's time zone. */

/** What the field shows for a time. */
export function fieldTime(atMs: number, timeZone: string): string {
  const localMs = atMs + offsetQuartersAt(atMs, timeZone) * QUARTER_MS;
  const minutes = Math.floor((localMs - Math.floor(localMs / DAY_MS) * DAY_MS) / MINUTE_MS);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${isoDate(dayAt(atMs, timeZone))}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The time that a field shows, epoch ms; null while it is not complete. Of a time that a zone skips, the one after it. */
export function readFieldTime(text: string, timeZone: string): number | null {
  const [, date = "", hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(text) ?? [];
  const day = readIsoDate(date);
  if (day === null) return null;
  const localMs = day * DAY_MS + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  const guess = localMs - offsetQuartersAt(localMs, timeZone) * QUARTER_MS;
  return localMs - offsetQuartersAt(guess, timeZone) * QUARTER_MS;
}
