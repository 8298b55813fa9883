import { dateOfDay, dayAt, dayOfDate, isoDate } from "../../worker/contract/trade-calendar.ts";
import type { Period } from "./statement-calls.ts";

/**
 * The months of an account as `2026-11`, the newest first.
 * @param span the account's beginning and the present moment, epoch ms
 */
export function monthsOf({ createdAtMs, nowMs }: { createdAtMs: number; nowMs: number }, timeZone: string): string[] {
  const first = dateOfDay(dayAt(Math.min(createdAtMs, nowMs), timeZone));
  const last = dateOfDay(dayAt(nowMs, timeZone));
  const count = (last.year - first.year) * 12 + last.month - first.month + 1;
  return Array.from({ length: count }, (_, back) => isoDate(dayOfDate(last.year, last.month - back, 1)).slice(0, 7));
}

/** The first and the last day of a month. @param key `2026-11` */
export function periodOfMonth(key: string): Period {
  const [year = 0, month = 0] = key.split("-").map(Number);
  return { from: `${key}-01`, to: isoDate(dayOfDate(year, month + 1, 1) - 1) };
}
