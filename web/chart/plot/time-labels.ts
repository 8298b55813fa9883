import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/contract/time.ts";
import { offsetQuartersAt, offsetText, QUARTER_MS } from "../../../worker/contract/zone-offset.ts";
import { formatWith, type Instant } from "../../ui/format.ts";

/** Labels of a chart's time axis: round times in the trader's time zone, with larger units where they change. */

const MONTH_MS = 30 * DAY_MS;

/** The possible distances between labels, smallest first. */
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14].map((days) => days * DAY_MS),
  ...[1, 2, 3, 6, 12, 24].map((months) => months * MONTH_MS),
];

/**
 * Returns the rows that carry a label, at least the requested distance apart.
 * @param startMs when each candle begins, epoch ms, oldest first
 * @param span the visible rows
 * @param apart the minimum number of rows between two labels, and the length of a row in ms
 */
export function labelledRows(
  startMs: readonly number[],
  span: { from: number; to: number },
  { rows: rowsApart, sizeMs }: { rows: number; sizeMs: number },
  timeZone: string,
): number[] {
  const first = Math.max(0, Math.ceil(span.from));
  const last = Math.min(startMs.length - 1, Math.floor(span.to));
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

/**
 * The text of a label: the time of day, `01:00`, or `01:00 −5` where the clocks show it twice; the date at the first label of a day; the year at the first label of a year.
 */
export function timeLabel(atMs: number, beforeMs: number | null, sizeMs: number, timeZone: string): string {
  const day = formatDay(atMs, timeZone);
  if (beforeMs !== null && yearOf(atMs, timeZone) !== yearOf(beforeMs, timeZone)) return yearOf(atMs, timeZone);
  if (sizeMs >= DAY_MS) return day;
  const isNewDay = beforeMs === null ? false : formatDay(beforeMs, timeZone) !== day;
  // A place on the axis has room for the number of an offset alone; the axis says of what it is.
  return isNewDay ? day : formatMinute(atMs, timeZone).replace(/ UTC$/, " +0").replace("UTC", "");
}

/** `Nov 20, 15:00`, or the date alone for daily candles: the time of the candle under the crosshair. */
export function crosshairTime(atMs: number, sizeMs: number, timeZone: string): string {
  const day = formatDay(atMs, timeZone);
  return sizeMs >= DAY_MS ? `${day}, ${yearOf(atMs, timeZone)}` : `${day}, ${formatMinute(atMs, timeZone)}`;
}

/** The time zone of candle times: daily candles are UTC days, so west of UTC the local date would be one day early. */
export function zoneOfCandles(sizeMs: number, timeZone: string): string {
  return sizeMs >= DAY_MS ? "UTC" : timeZone;
}

/** `UTC+7`, `UTC−3:30`, `UTC`: the offset of the time axis. */
export function zoneLabel(atMs: number, timeZone: string): string {
  return offsetText(offsetQuartersAt(atMs, timeZone));
}

/** The index of the `stepMs` interval that contains an instant, counted in local time. */
function slotOf(atMs: number, stepMs: number, timeZone: string): number {
  const localMs = atMs + offsetMinutes(atMs, timeZone) * MINUTE_MS;
  if (stepMs < MONTH_MS) return Math.floor(localMs / stepMs);
  const date = new Date(localMs);
  return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / (stepMs / MONTH_MS));
}

/** Offsets change at whole hours at most, and calls to Intl are expensive. */
const offsets = new Map<string, number>();
/** Consecutive instants mostly lie in the same hour. */
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
  return formatWith(at, timeZone, { hour: "24" });
}

function formatDay(at: Instant, timeZone: string): string {
  return formatWith(at, timeZone, { month: "short", day: "numeric" });
}

function yearOf(at: Instant, timeZone: string): string {
  return formatWith(at, timeZone, { year: "numeric" });
}
