import type { FileClock } from "../broker/file-clock.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { offsetQuartersAt, QUARTER_MS } from "../zone-offset.ts";
import type { WallTime } from "./time-forms.ts";

const NEW_YORK = "America/New_York";
const NEW_YORK_CLOSE_AHEAD_MS = 7 * HOUR_MS;

/**
 * The moments that a time on a clock can mean, epoch ms: none where the clock was moved forward and never showed it, two where it was moved back and
 * showed it twice, the earlier first.
 */
export function momentsOf(clock: FileClock): (wall: WallTime) => readonly number[] {
  switch (clock.kind) {
    case "offset":
      return (wall) => [wall - clock.minutes * MINUTE_MS];
    case "zone":
      return momentsIn(clock.timeZone);
    case "new_york_close": {
      const momentsInNewYork = momentsIn(NEW_YORK);
      return (wall) => momentsInNewYork(wall - NEW_YORK_CLOSE_AHEAD_MS);
    }
  }
}

/** @param timeZone an IANA name */
function momentsIn(timeZone: string): (wallMs: number) => readonly number[] {
  const offsetsOf = offsetsByDay(timeZone);
  return (wallMs) => {
    const offsetsMs = offsetsOf(wallMs);
    const moments = offsetsMs.map((offsetMs) => wallMs - offsetMs);
    // Most days have one offset, and another Intl call would be most of the cost.
    if (offsetsMs.length === 1) return moments;
    return moments
      .filter((atMs) => atMs + offsetQuartersAt(atMs, timeZone) * QUARTER_MS === wallMs)
      .toSorted((a, b) => a - b);
  };
}

/** The offsets of a zone around a time of its clock. Cached by day: rows of a file share days, and Intl is slow. */
function offsetsByDay(timeZone: string): (wallMs: number) => readonly number[] {
  const known = new Map<number, readonly number[]>();
  return (wallMs) => {
    const day = Math.floor(wallMs / DAY_MS);
    let offsets = known.get(day);
    if (!offsets) {
      // A zone is less than a day from UTC, so every time of this day lies between these two moments.
      const around = [(day - 1) * DAY_MS, (day + 2) * DAY_MS];
      offsets = [...new Set(around.map((atMs) => offsetQuartersAt(atMs, timeZone) * QUARTER_MS))];
      known.set(day, offsets);
    }
    return offsets;
  };
}

/**
 * When a trade was, by a clock. A time that the clock showed twice is the earlier, unless the trade had not been opened by then.
 * @returns null where the clock never showed one of its times
 */
export function tradeMoments(
  { opened, closed }: { opened: WallTime | null; closed: WallTime },
  momentsOfClock: (wall: WallTime) => readonly number[],
): { openedAtMs: number | null; closedAtMs: number; isAmbiguous: boolean } | null {
  const openings = opened === null ? [] : momentsOfClock(opened);
  const closings = momentsOfClock(closed);
  const openedAtMs = openings[0] ?? null;
  const closedAtMs = closings.find((atMs) => atMs >= (openedAtMs ?? 0)) ?? closings.at(-1);
  if (closedAtMs === undefined || (opened !== null && openedAtMs === null)) return null;
  return { openedAtMs, closedAtMs, isAmbiguous: openings.length > 1 || closings.length > 1 };
}
