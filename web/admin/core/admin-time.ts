import { formatRelativeDay, formatTime, type Instant } from "../../ui/format.ts";

/** Returns a formatter of instants for one admin: `Today, 4:37 AM`, `Nov 20, 4:37 AM`. */
export function timesFor(timeZone: string, now: Instant): (instant: Instant) => string {
  return (instant) => `${formatRelativeDay(instant, now, timeZone)}, ${formatTime(instant, timeZone)}`;
}

/** Lowercases a formatted instant for use inside a sentence: `today, 4:37 AM`. */
export function midSentence(time: string): string {
  return time.replace(/^(Today|Yesterday)/, (day) => day.toLowerCase());
}
