import { KHMER_MONTHS } from "../../worker/contract/khmer-months.ts";
import { timeOfDay, zonedDate } from "./date-fields.ts";

const WEEKDAYS = ["អាទិត្យ", "ច័ន្ទ", "អង្គារ", "ពុធ", "ព្រហស្បតិ៍", "សុក្រ", "សៅរ៍"];

/** Khmer of `date-format.ts`: `21 តុលា 2025`, `ពុធ 21 តុលា`, `7:33 PM`. */
export const dateFormat: typeof import("./date-format.ts").dateFormat = (at, timeZone, fields) => {
  const date = zonedDate(at, timeZone);
  const words = [
    fields.weekday && WEEKDAYS[date.getUTCDay()],
    fields.day && date.getUTCDate(),
    fields.month && KHMER_MONTHS[date.getUTCMonth()],
    fields.year && date.getUTCFullYear(),
    timeOfDay(date, fields),
  ];
  return words.filter(Boolean).join(" ");
};
