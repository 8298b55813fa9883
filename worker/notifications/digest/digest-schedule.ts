import type { Digest } from "../../contract/channels.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import {
  dayAt,
  dayStartMs,
  offsetQuartersAt,
  QUARTER_MS,
  quarterOf,
  weekdayOf,
} from "../../contract/trade-calendar.ts";

/**
 * When digests are sent, and about which days: a daily one at eight about the day before, a weekly one on Sunday at ten about the week
 * that ended, from Sunday to Saturday. Days and hours are those of the account's zone.
 */

/** A digest that is on. */
export type SentDigest = Exclude<Digest, "off">;

const TERMS = {
  daily: { minute: 8 * 60, days: 1 },
  weekly: { minute: 10 * 60, days: 7 },
} as const satisfies Record<SentDigest, { minute: number; days: number }>;

const QUARTER_MINUTES = QUARTER_MS / MINUTE_MS;
const DAY_MINUTES = 24 * 60;

/** The days of a digest, both inclusive, and the same as times: `fromMs` inclusive, `toMs` exclusive. */
export type DigestPeriod = { first: number; last: number; fromMs: number; toMs: number };

/** What the digest of a day is about. */
export function periodOfDigest(digest: SentDigest, timeZone: string, day: number): DigestPeriod {
  const first = day - TERMS[digest].days;
  return { first, last: day - 1, fromMs: dayStartMs(first, timeZone), toMs: dayStartMs(day, timeZone) };
}

/** When the digest of a day is sent, epoch ms: as the zone's clock first shows its time, or is past it after a change. */
export function timeOfDigest(digest: SentDigest, timeZone: string, day: number): number {
  let quarter = quarterOf(dayStartMs(day, timeZone));
  while (minutesSince(day, quarter, timeZone) < TERMS[digest].minute) quarter += 1;
  return quarter * QUARTER_MS;
}

/** How many minutes a zone's clock is past the midnight of a day, at a quarter of an hour. */
function minutesSince(day: number, quarter: number, timeZone: string): number {
  const offset = offsetQuartersAt(quarter * QUARTER_MS, timeZone);
  return (quarter + offset) * QUARTER_MINUTES - day * DAY_MINUTES;
}

/** The day of the first digest that is sent after a time. */
export function dayOfNextDigest(digest: SentDigest, timeZone: string, atMs: number): number {
  let day = dayAt(atMs, timeZone);
  while (!isOn(digest, day) || timeOfDigest(digest, timeZone, day) <= atMs) day += 1;
  return day;
}

/** The day of the digest that follows one. */
export function dayAfterDigest(digest: SentDigest, day: number): number {
  return day + TERMS[digest].days;
}

/** The newest day whose digest is due by a time, from a day on: after an outage only the newest digest is sent. */
export function dayOfDueDigest(digest: SentDigest, timeZone: string, day: number, atMs: number): number {
  return Math.max(day, dayOfNextDigest(digest, timeZone, atMs) - TERMS[digest].days);
}

function isOn(digest: SentDigest, day: number): boolean {
  return digest === "daily" || weekdayOf(day) === 0;
}
