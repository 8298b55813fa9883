import { DAY_MS } from "../../../worker/contract/time.ts";
import { offsetQuartersAt, QUARTER_MS } from "../../../worker/contract/trade-calendar.ts";

const TIME = /^(\d{4})([.-])(\d{2})\2(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;

/**
 * What a time of the broker's clock means, epoch ms.
 * - none: the clock never showed it, as it was put forward
 * - two: it showed it twice, as it was put back; the earlier first
 */
export type ClockReading = readonly number[];

/**
 * Reads times as a broker's clock shows them, `2026.03.02 10:15:30` or `2026-03-02 10:15`.
 * @param timeZone an IANA name
 * @returns a function that gives null for what is no time
 */
export function brokerClock(timeZone: string): (text: string) => ClockReading | null {
  const offsetsOf = offsetsByDay(timeZone);
  return (text) => {
    const shownMs = clockMs(text);
    if (shownMs === null) return null;
    const offsetsMs = offsetsOf(shownMs);
    const moments = offsetsMs.map((offsetMs) => shownMs - offsetMs);
    // Most days have one offset, and asking Intl again would be most of the work.
    if (offsetsMs.length === 1) return moments;
    return moments
      .filter((atMs) => atMs + offsetQuartersAt(atMs, timeZone) * QUARTER_MS === shownMs)
      .toSorted((a, b) => a - b);
  };
}

/** The offsets that a zone had around a moment of its own clock. Rows of a file share days, and asking Intl is slow. */
function offsetsByDay(timeZone: string): (shownMs: number) => readonly number[] {
  const known = new Map<number, readonly number[]>();
  return (shownMs) => {
    const day = Math.floor(shownMs / DAY_MS);
    let offsets = known.get(day);
    if (!offsets) {
      // A zone is less than a day from UTC, so whatever its clock showed on this day it showed between these two moments.
      const around = [(day - 1) * DAY_MS, (day + 2) * DAY_MS];
      offsets = [...new Set(around.map((atMs) => offsetQuartersAt(atMs, timeZone) * QUARTER_MS))];
      known.set(day, offsets);
    }
    return offsets;
  };
}

/** The time as if the clock were UTC's. */
function clockMs(text: string): number | null {
  const found = TIME.exec(text);
  if (!found) return null;
  const [, year, , month, day, hour, minute, second = "00"] = found;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const atMs = Date.parse(`${iso}Z`);
  // Some engines carry over: February 30 would be a day in March.
  return Number.isNaN(atMs) || !new Date(atMs).toISOString().startsWith(iso) ? null : atMs;
}
