import { type DateFields, timeOfDay, zonedDate } from "./date-fields.ts";

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** A date or time in the language of the build: `Sat, Nov 21, 2026, 10:04 PM`. @param timeZone an IANA name, or `LOCAL_ZONE` */
export function dateFormat(at: Date, timeZone: string, fields: DateFields): string {
  const date = zonedDate(at, timeZone);
  const nameOf = (names: readonly string[], index: number, width: "short" | "long" | undefined) =>
    width && (width === "long" ? names[index] : names[index]?.slice(0, 3));
  const month = nameOf(MONTHS, date.getUTCMonth(), fields.month);
  const day = fields.day && date.getUTCDate();
  const year = fields.year && date.getUTCFullYear();
  const monthAndDay = day === undefined ? [[month, year]] : [[month, day], [year]];
  return [[nameOf(WEEKDAYS, date.getUTCDay(), fields.weekday)], ...monthAndDay, [timeOfDay(date, fields)]]
    .map((words) => words.filter(Boolean).join(" "))
    .filter(Boolean)
    .join(", ");
}
