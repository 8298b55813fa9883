import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { offsetQuartersAt, QUARTER_MS } from "../../worker/contract/trade-calendar.ts";
import { formatWith, type Instant } from "../ui/format.ts";

/** Labels of a chart's time axis: round times of the trader's zone, the larger units where they change. */

const MONTH_MS = 30 * DAY_MS;

/** How far apart labels may stand, the smallest first. */
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14].map((days) => days * DAY_MS),
  ...[1, 2, 3, 6, 12, 24].map((months) => months * MONTH_MS),
];

/**
 * The rows that carry a label, none nearer to another than asked for.
 * @param startMs when each candle begins, oldest first
 * @param span the rows in sight
 * @param apart the fewest rows between two labels, and what a row spans
 */
export function labelledRows(
  startMs: readonly number[],
  span: { from: number; to: number },
  { rows: rowsApart, sizeMs }: { rows: number; sizeMs: number },
  timeZone: string,
): number[] {
  const first = Math.max(0, Math.floor(span.from));
  const last = Math.min(startMs.length - 1, Math.ceil(span.to));
  const stepMs = STEPS_MS.find((step) => step / sizeMs >= rowsApart) ?? STEPS_MS.at(-1) ?? MONTH_MS;
  const rows: number[] = [];
  let slot = slotOf(startMs[Math.max(1, first) - 1] ?? 0, stepMs, timeZone);
  for (let row = Math.max(1, first); row <= last; row++) {
    const next = slotOf(startMs[row] ?? 0, stepMs, timeZone);
    const before = rows.at(-1);
    if (next !== slot && (before === undefined || row - before >= rowsApart * 0.7)) rows.push(row);
    slot = next;
  }
  return rows;
}

/** What a label says: the time of day, at a day's first label the day, at a year's first the year. */
export function timeLabel(atMs: number, beforeMs: number | null, sizeMs: number, timeZone: string): string {
  const day = formatDay(atMs, timeZone);
  if (beforeMs !== null && yearOf(atMs, timeZone) !== yearOf(beforeMs, timeZone)) return yearOf(atMs, timeZone);
  if (sizeMs >= DAY_MS) return day;
  const isNewDay = beforeMs === null ? false : formatDay(beforeMs, timeZone) !== day;
  return isNewDay ? day : formatMinute(atMs, timeZone);
}

/** `Nov 20, 15:00`, or the day alone for candles of whole days: the candle under the crosshair. */
export function crosshairTime(atMs: number, sizeMs: number, timeZone: string): string {
  const day = formatDay(atMs, timeZone);
  return sizeMs >= DAY_MS ? `${day}, ${yearOf(atMs, timeZone)}` : `${day}, ${formatMinute(atMs, timeZone)}`;
}

/** The zone that candles are told in: those of whole days are days of UTC, and stay them west of it. */
export function zoneOfCandles(sizeMs: number, timeZone: string): string {
  return sizeMs >= DAY_MS ? "UTC" : timeZone;
}

/** `UTC+7`, `UTC−3:30`, `UTC`: what the axis counts by. */
export function zoneLabel(atMs: number, timeZone: string): string {
  const minutes = offsetMinutes(atMs, timeZone);
  if (minutes === 0) return "UTC";
  const sign = minutes < 0 ? "−" : "+";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${sign}${hours}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
}

/** Which stretch of `stepMs` a moment lies in, counted in the zone's own time. */
function slotOf(atMs: number, stepMs: number, timeZone: string): number {
  const localMs = atMs + offsetMinutes(atMs, timeZone) * MINUTE_MS;
  if (stepMs < MONTH_MS) return Math.floor(localMs / stepMs);
  const date = new Date(localMs);
  return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / (stepMs / MONTH_MS));
}

/** Offsets change at whole hours at most, and asking Intl is dear. */
const offsets = new Map<string, number>();
/** Neighbours mostly lie in the same hour. */
let latest = { timeZone: "", hourMs: 0, minutes: 0 };

function offsetMinutes(atMs: number, timeZone: string): number {
  const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
  if (latest.hourMs === hourMs && latest.timeZone === timeZone) return latest.minutes;
  const key = `${timeZone} ${hourMs}`;
  let minutes = offsets.get(key);
  if (minutes === undefined) {
    minutes = (offsetQuartersAt(hourMs, timeZone) * QUARTER_MS) / MINUTE_MS;
    if (offsets.size > 20_000) offsets.clear();
    offsets.set(key, minutes);
  }
  latest = { timeZone, hourMs, minutes };
  return minutes;
}

function formatMinute(at: Instant, timeZone: string): string {
  return formatWith(at, timeZone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

function formatDay(at: Instant, timeZone: string): string {
  return formatWith(at, timeZone, { month: "short", day: "numeric" });
}

function yearOf(at: Instant, timeZone: string): string {
  return formatWith(at, timeZone, { year: "numeric" });
}
