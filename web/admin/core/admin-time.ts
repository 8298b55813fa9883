import type { User } from "../../state/api.ts";
import { formatRelativeDay, formatTime, type Instant } from "../../ui/format.ts";

/** Returns a formatter of instants for one admin: `Today, 4:37 AM`, `Nov 20, 4:37 AM`. */
export function timesFor(timeZone: string, now: Instant): (instant: Instant) => string {
  return (instant) => `${formatRelativeDay(instant, now, timeZone)}, ${formatTime(instant, timeZone)}`;
}

/** Lowercases a formatted instant for use inside a sentence: `today, 4:37 AM`. */
export function midSentence(time: string): string {
  return time.replace(/^(Today|Yesterday)/, (day) => day.toLowerCase());
}

/** Who looks at a screen, and when: what rows, items and dialogs need to write times and to know whose an item is. */
export type AdminView = {
  admin: User;
  nowMs: number;
  /** Formats an instant: see {@link timesFor}. */
  at: (instant: Instant) => string;
};

/** The view of an admin at a moment. @param nowMs epoch ms */
export function viewOf(admin: User, nowMs: number): AdminView {
  return { admin, nowMs, at: timesFor(admin.timeZone, nowMs) };
}
