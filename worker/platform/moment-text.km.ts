import { KHMER_MONTHS } from "../contract/khmer-months.ts";
import { repeatedTimeText } from "../contract/zone-offset.ts";

/** Khmer of `moment-text.ts`: `21 វិច្ឆិកា 2026 ម៉ោង 15:04 (Asia/Phnom_Penh)` */
export const formatMoment: typeof import("./moment-text.ts").formatMoment = (atMs, timeZone) => {
  const date = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "numeric", day: "numeric", timeZone });
  const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "short", hourCycle: "h23", timeZone });
  const parts = new Map(date.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const month = KHMER_MONTHS[Number(parts.get("month")) - 1];
  return `${parts.get("day")} ${month} ${parts.get("year")} ម៉ោង ${clock.format(atMs)}${repeatedTimeText(atMs, timeZone)} (${timeZone})`;
};
