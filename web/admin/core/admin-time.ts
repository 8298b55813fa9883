import { formatRelativeDay, formatTime, type Instant } from "../../ui/format.ts";

/** Writes instants for one admin at one moment: `Today, 4:37 AM`, `Nov 20, 4:37 AM`. */
export function timesFor(timeZone: string, now: Instant): (instant: Instant) => string {
  return (instant) => `${formatRelativeDay(instant, now, timeZone)}, ${formatTime(instant, timeZone)}`;
}

/** The same in the middle of a sentence: `today, 4:37 AM`. */
export function midSentence(time: string): string {
  return time.replace(/^(Today|Yesterday)/, (day) => day.toLowerCase());
}
