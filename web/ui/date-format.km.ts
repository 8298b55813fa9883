import { KHMER_MONTHS } from "../../worker/contract/khmer-months.ts";

/**
 * Khmer of `date-format.ts`: `21 តុលា 2025`, `ពុធ 21 តុលា`, `7:33 PM`. Written here, as browsers have no Khmer dates: Chrome's
 * `Intl` falls back to English.
 */

/** By their English names, which `Intl` has in every browser. */
const WEEKDAYS: Readonly<Record<string, string>> = {
  Sun: "អាទិត្យ",
  Mon: "ច័ន្ទ",
  Tue: "អង្គារ",
  Wed: "ពុធ",
  Thu: "ព្រហស្បតិ៍",
  Fri: "សុក្រ",
  Sat: "សៅរ៍",
};

/** As in `date-format.ts`. */
export const dateFormat: typeof import("./date-format.ts").dateFormat = (options) => {
  const { weekday, year, month, day, timeZone, ...time } = options;
  const zone = timeZone === undefined ? {} : { timeZone };
  const fields = new Intl.DateTimeFormat("en-US", {
    ...zone,
    weekday: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
  });
  const clock =
    time.hour === undefined && time.minute === undefined
      ? null
      : new Intl.DateTimeFormat("en-US", { ...zone, ...time });
  return (at) => {
    const parts = new Map(fields.formatToParts(at).map(({ type, value }) => [type, value]));
    const words = [
      weekday && WEEKDAYS[parts.get("weekday") ?? ""],
      day && parts.get("day"),
      month && KHMER_MONTHS[Number(parts.get("month")) - 1],
      year && parts.get("year"),
      clock?.format(at).replace("\u202f", " "),
    ];
    return words.filter(Boolean).join(" ");
  };
};
