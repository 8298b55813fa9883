import { DAY_MS } from "../../../worker/contract/time.ts";
import { offsetQuartersAt, QUARTER_MS } from "../../../worker/contract/trade-calendar.ts";

const TIME = /^(\d{4})([.-])(\d{2})\2(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;

/**
 * The instants that a broker's clock time can mean, epoch ms.
 * - none: the clock was moved forward and never showed it
 * - two: the clock was moved back and showed it twice; earlier first
 */
export type ClockReading = readonly number[];

/**
 * Parses times of a broker's clock, `2026.03.02 10:15:30` or `2026-03-02 10:15`.
 * @param timeZone an IANA name
 * @returns a parser that returns null for text that is not a time
 */
export function brokerClock(timeZone: string): (text: string) => ClockReading | null {
  const offsetsOf = offsetsByDay(timeZone);
  return (text) => {
    const shownMs = clockMs(text);
    if (shownMs === null) return null;
    const offsetsMs = offsetsOf(shownMs);
    const moments = offsetsMs.map((offsetMs) => shownMs - offsetMs);
    // Most days have one offset, and another Intl call would be most of the cost.
    if (offsetsMs.length === 1) return moments;
    return moments
      .filter((atMs) => atMs + offsetQuartersAt(atMs, timeZone) * QUARTER_MS === shownMs)
      .toSorted((a, b) => a - b);
  };
}

/** The offsets of a zone around a clock time. Cached by day: rows of a file share days, and Intl is slow. */
function offsetsByDay(timeZone: string): (shownMs: number) => readonly number[] {
  const known = new Map<number, readonly number[]>();
  return (shownMs) => {
    const day = Math.floor(shownMs / DAY_MS);
    let offsets = known.get(day);
    if (!offsets) {
      // A zone is less than a day from UTC, so every clock time of this day lies between these two instants.
      const around = [(day - 1) * DAY_MS, (day + 2) * DAY_MS];
      offsets = [...new Set(around.map((atMs) => offsetQuartersAt(atMs, timeZone) * QUARTER_MS))];
      known.set(day, offsets);
    }
    return offsets;
  };
}

/** The clock time read as UTC, epoch ms; null if it is not a time. */
function clockMs(text: string): number | null {
  const found = TIME.exec(text);
  if (!found) return null;
  const [, year, , month, day, hour, minute, second = "00"] = found;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const atMs = Date.parse(`${iso}Z`);
  // Some engines carry over: February 30 would become a day in March.
  return Number.isNaN(atMs) || !new Date(atMs).toISOString().startsWith(iso) ? null : atMs;
}
