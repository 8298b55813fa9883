import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import {
  dateOfDay,
  dayAt,
  dayOfDate,
  dayOfIsoDate,
  dayStartMs,
  firstDayOfWeek,
  hasWeek,
  isoDate,
  offsetQuartersAt,
  offsetSpans,
  QUARTER_MS,
  readIsoDate,
  weekdayOf,
  weekOf,
} from "./trade-calendar.ts";

/** Zones with and without daylight saving, with whole, half and quarter hours, and on both sides of the date line. */
const ZONES = [
  "UTC",
  "Asia/Phnom_Penh",
  "America/New_York",
  "Europe/London",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/St_Johns",
  "Pacific/Chatham",
  "America/Sao_Paulo",
  "Pacific/Pago_Pago",
  "America/Santiago",
];

const zone = fc.constantFrom(...ZONES);
const moment = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) });

/** The date according to Intl. */
function dateInWords(atMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(atMs);
}

test("a time belongs to the day that a calendar in its zone shows", () => {
  fc.assert(
    fc.property(moment, zone, (atMs, timeZone) => {
      expect(isoDate(dayAt(atMs, timeZone))).toBe(dateInWords(atMs, timeZone));
    }),
    { numRuns: 500 },
  );
});

test("a day's first millisecond is in it, and the one before is not", () => {
  fc.assert(
    fc.property(moment, zone, (atMs, timeZone) => {
      const day = dayAt(atMs, timeZone);
      const startMs = dayStartMs(day, timeZone);
      expect(dayAt(startMs, timeZone)).toBe(day);
      expect(dayAt(startMs - 1, timeZone)).toBeLessThan(day);
      expect(startMs).toBeLessThanOrEqual(atMs);
    }),
  );
});

test("spans of one offset cover all quarters, each with its own offset", () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 40_000 }), zone, (atMs, length, timeZone) => {
      const from = Math.floor(atMs / QUARTER_MS);
      const spans = offsetSpans(from, from + length, timeZone);
      expect(spans[0]?.from).toBe(from);
      expect(spans.at(-1)?.to).toBe(from + length);
      for (const [i, span] of spans.entries()) {
        if (i > 0) expect(span.from).toBe(spans[i - 1]?.to ?? 0);
        for (const quarter of [span.from, span.to - 1, Math.floor((span.from + span.to) / 2)]) {
          expect(offsetQuartersAt(quarter * QUARTER_MS, timeZone)).toBe(span.offsetQuarters);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("weeks begin on Sunday, week 1 contains January 1, and December can end in the next year's week 1", () => {
  expect(weekOf(dayOfDate(2026, 1, 1))).toEqual({ year: 2026, week: 1 });
  expect(weekOf(dayOfDate(2025, 12, 28))).toEqual({ year: 2026, week: 1 });
  expect(weekOf(dayOfDate(2025, 12, 27))).toEqual({ year: 2025, week: 52 });
  expect(weekOf(dayOfDate(2025, 10, 21))).toEqual({ year: 2025, week: 43 });
  expect(weekdayOf(dayOfDate(2026, 11, 21))).toBe(6);
});

test("a year has the weeks that contain its days, and no others", () => {
  expect([1, 52, 53].map((week) => hasWeek(2026, week))).toEqual([true, true, false]);
  // A leap year that begins on a Friday ends on a Saturday.
  expect([53, 54].map((week) => hasWeek(2016, week))).toEqual([true, false]);
  expect(hasWeek(2026, 0)).toBe(false);
});

test("every day is in the week that weekOf returns, and a week has seven days", () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 30_000 }), (day) => {
      const { year, week } = weekOf(day);
      const first = firstDayOfWeek(year, week);
      expect(weekdayOf(first)).toBe(0);
      expect(day - first).toBeWithin(0, 7);
      expect(weekOf(first + 6)).toEqual({ year, week });
      const { year: y, month, date } = dateOfDay(day);
      expect(dayOfDate(y, month, date)).toBe(day);
    }),
  );
});

test("an ISO date is parsed to its day, and a date that does not exist is null", () => {
  expect(dayOfIsoDate("2026-11-21")).toBe(dayOfDate(2026, 11, 21));
  fc.assert(
    fc.property(fc.integer({ min: dayOfDate(1970, 1, 1), max: dayOfDate(2200, 12, 31) }), (day) => {
      expect(dayOfIsoDate(isoDate(day))).toBe(day);
      expect(readIsoDate(isoDate(day))).toBe(day);
    }),
  );
  for (const text of ["", "2026-02-29", "2026-13-01", "2026-1-1", "tomorrow", "2026-11-21T00:00"]) {
    expect(readIsoDate(text)).toBeNull();
  }
});
