import { MINUTE_MS } from "../time.ts";

/** The start of the minute that a time is in: that of its segment. Apart from the sealing, whose hashes a page needs only to check one. */
export function minuteOf(heardAt: number): number {
  return Math.floor(heardAt / MINUTE_MS) * MINUTE_MS;
}
