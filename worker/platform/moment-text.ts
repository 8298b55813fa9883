import { repeatedTimeText } from "../contract/zone-offset.ts";

/** Formats a time in its zone: `Nov 21, 2026, 15:04 (Asia/Phnom_Penh)` */
export function formatMoment(atMs: number, timeZone: string): string {
  const format = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23", timeZone } as const;
  const text = new Intl.DateTimeFormat("en-US", format).format(atMs);
  return `${text}${repeatedTimeText(atMs, timeZone)} (${timeZone})`;
}
