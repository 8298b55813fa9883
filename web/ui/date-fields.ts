import { offsetQuartersAt, QUARTER_MS } from "../../worker/contract/zone-offset.ts";

/**
 * What a date or time is written with. The product has its own dates: the first formatter of `Intl` in a page takes a slow phone
 * longer than the rest of its first render, and Chrome has no Khmer ones.
 */
export type DateFields = {
  weekday?: "short" | "long";
  year?: "numeric";
  month?: "short" | "long";
  day?: "numeric";
  /** With the minutes. */
  hour?: "12" | "24";
  /** As two digits, or with milliseconds. */
  second?: "whole" | "ms";
};

/** A date whose fields of UTC are those of an instant in a zone. */
export function zonedDate(at: Date, timeZone: string): Date {
  return new Date(at.getTime() + offsetQuartersAt(at.getTime(), timeZone) * QUARTER_MS);
}

/** `10:04 PM` or `22:04:05.123`; null without an hour. @param date of {@link zonedDate} */
export function timeOfDay(date: Date, { hour, second }: DateFields): string | null {
  if (hour === undefined) return null;
  const text = date.toISOString().slice(11, second === undefined ? 16 : second === "whole" ? 19 : 23);
  if (hour === "24") return text;
  const hours = date.getUTCHours();
  return `${hours % 12 || 12}${text.slice(2)} ${hours < 12 ? "AM" : "PM"}`;
}
