import { describe, expect, test } from "bun:test";
import { fc } from "../../../web/test/property.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { dayAt, isoDate, offsetQuartersAt, QUARTER_MS, weekdayOf } from "../trade-calendar.ts";
import { ageOfWaiting, readWorkingHours, type WorkingHours, workedSinceMs, workingAgeMs } from "./working-hours.ts";

const OFFICE: WorkingHours = { days: [1, 2, 3, 4, 5], from: 8 * 60, to: 17 * 60, holidays: ["2026-11-09"] };
const PHNOM_PENH = "Asia/Phnom_Penh";

const hoursOf = (from: string, to: string, { hours = OFFICE, zone = PHNOM_PENH } = {}) =>
  workingAgeMs(hours, zone, Date.parse(from), Date.parse(to)) / HOUR_MS;

test.each([
  ["within a day", "2026-11-30T10:00+07:00", "2026-11-30T12:30+07:00", 2.5],
  ["before it opens", "2026-11-30T05:00+07:00", "2026-11-30T08:00+07:00", 0],
  ["after it closes", "2026-11-30T17:00+07:00", "2026-11-30T23:00+07:00", 0],
  ["over a night", "2026-12-01T16:00+07:00", "2026-12-02T09:00+07:00", 2],
  ["over a weekend", "2026-11-27T16:00+07:00", "2026-11-30T08:30+07:00", 1.5],
  ["over a holiday of a Monday", "2026-11-06T16:00+07:00", "2026-11-10T08:00+07:00", 1],
  ["over a week", "2026-11-30T08:00+07:00", "2026-12-07T08:00+07:00", 45],
  ["to before it began", "2026-12-02T09:00+07:00", "2026-12-01T09:00+07:00", 0],
] as const)("%s", (_, from, to, hours) => expect(hoursOf(from, to)).toBe(hours));

test("a day that ends at midnight is worked to its end, and one on which clocks change by the clock", () => {
  const whole = { days: [0], from: 0, to: 24 * 60, holidays: [] };
  const days = (zone: string, date: string) =>
    hoursOf(`${date}T00:00Z`, new Date(Date.parse(`${date}T00:00Z`) + 2 * DAY_MS).toISOString(), {
      hours: whole,
      zone,
    });
  expect(days("UTC", "2026-11-29")).toBe(24);
  // New York: 2026-03-08 has 23 hours, 2026-11-01 has 25.
  expect([days("America/New_York", "2026-03-08"), days("America/New_York", "2026-11-01")]).toEqual([23, 25]);
  // 02:30 is left out there on 2026-03-08: it opens when the clock jumps.
  const early = { days: [0], from: 150, to: 240, holidays: [] };
  expect(hoursOf("2026-03-08T00:00Z", "2026-03-09T00:00Z", { hours: early, zone: "America/New_York" })).toBe(1);
});

test("an operation without working hours works around the clock", () => {
  expect(workingAgeMs(null, PHNOM_PENH, 5, 5 + DAY_MS)).toBe(DAY_MS);
});

test.each([
  ["nothing was asked", [], 10],
  ["asked and answered while it worked", [["2026-11-27T10:00+07:00", "2026-11-27T12:00+07:00"]], 8],
  // Half an hour of Friday: the night, and the weekend, are nobody's.
  ["answered over a weekend", [["2026-11-27T16:30+07:00", "2026-11-29T10:00+07:00"]], 9.5],
  ["asked and answered at night", [["2026-11-27T20:00+07:00", "2026-11-27T23:00+07:00"]], 10],
  ["asked before it came", [["2026-11-26T09:00+07:00", "2026-11-27T09:00+07:00"]], 9],
  ["still waiting", [["2026-11-30T08:30+07:00", "2026-11-30T20:00+07:00"]], 9.5],
] as const)("the client's time is taken out in working hours: %s", (_, waits, hours) => {
  const sinceMs = Date.parse("2026-11-27T08:00+07:00");
  const clientWaits = waits.map(([from, to]) => [Date.parse(from), Date.parse(to)] as const);
  const nowMs = Date.parse("2026-11-30T09:00+07:00");
  expect(ageOfWaiting(OFFICE, PHNOM_PENH, { sinceMs, clientWaits }, nowMs) / HOUR_MS).toBe(hours);
});

describe("for any hours, zone and times", () => {
  const minute = fc.integer({ min: 0, max: 1440 });
  const anyHours = fc
    .record({ days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), one: minute, other: minute })
    .filter(({ one, other }) => one !== other)
    .map(({ days, one, other }) => ({
      days,
      from: Math.min(one, other),
      to: Math.max(one, other),
      holidays: ["2026-03-09"],
    }));
  const zone = fc.constantFrom(PHNOM_PENH, "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC");
  // Around changes of New York's and Lord Howe's clocks.
  const time = fc.integer({ min: Date.parse("2026-03-01T00:00Z"), max: Date.parse("2026-04-20T00:00Z") });

  test("ages add up, never exceed the time that passed, and never fall", () => {
    fc.assert(
      fc.property(anyHours, zone, fc.uniqueArray(time, { minLength: 3, maxLength: 3 }), (hours, timeZone, times) => {
        const [a = 0, b = 0, c = 0] = times.toSorted((one, other) => one - other);
        const age = (from: number, to: number) => workingAgeMs(hours, timeZone, from, to);
        expect(age(a, b) + age(b, c)).toBe(age(a, c));
        expect(age(a, c)).toBeLessThanOrEqual(c - a);
        expect(age(a, b)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 200 },
    );
  });

  test("an age leads back to the last time since which it has been worked", () => {
    const age = fc.integer({ min: 0, max: 60 * HOUR_MS });
    fc.assert(
      fc.property(anyHours, zone, time, age, (hours, timeZone, nowMs, ageMs) => {
        const sinceMs = workedSinceMs(hours, timeZone, ageMs, nowMs);
        const isFar = nowMs - sinceMs > 3_650 * DAY_MS;
        if (!isFar) expect(workingAgeMs(hours, timeZone, sinceMs, nowMs)).toBe(ageMs);
        if (!isFar && ageMs > 0) expect(workingAgeMs(hours, timeZone, sinceMs + 1, nowMs)).toBe(ageMs - 1);
      }),
      { numRuns: 200 },
    );
  });

  test("it is the minutes that a clock of the zone shows within them", () => {
    fc.assert(
      fc.property(anyHours, zone, time, fc.integer({ min: 1, max: 3 * 24 * 60 }), (hours, timeZone, at, minutes) => {
        const fromMs = Math.floor(at / MINUTE_MS) * MINUTE_MS;
        const works = (ms: number) => {
          const day = dayAt(ms, timeZone);
          const shown = (ms + offsetQuartersAt(ms, timeZone) * QUARTER_MS - day * DAY_MS) / MINUTE_MS;
          const isOpen = hours.from <= shown && shown < hours.to;
          return isOpen && hours.days.includes(weekdayOf(day)) && !hours.holidays.includes(isoDate(day));
        };
        const inside = Array.from({ length: minutes }, (_, i) => works(fromMs + i * MINUTE_MS)).filter(Boolean).length;
        const age = workingAgeMs(hours, timeZone, fromMs, fromMs + minutes * MINUTE_MS) / MINUTE_MS;
        // Where a clock is set back, a minute is shown twice, and what lies between both is worked once or twice.
        const isChanged =
          offsetQuartersAt(fromMs - DAY_MS, timeZone) !==
          offsetQuartersAt(fromMs + minutes * MINUTE_MS + DAY_MS, timeZone);
        if (isChanged) expect(Math.abs(age - inside)).toBeLessThanOrEqual(60);
        else expect(age).toBe(inside);
      }),
      { numRuns: 100 },
    );
  });
});

test.each([
  ['{"days":[5,1,1],"from":480,"to":1020,"holidays":[]}', { days: [1, 5], from: 480, to: 1020, holidays: [] }],
  ['{"days":[],"from":480,"to":1020,"holidays":[]}', null],
  ['{"days":[7],"from":480,"to":1020,"holidays":[]}', null],
  ['{"days":[1],"from":1020,"to":480,"holidays":[]}', null],
  ['{"days":[1],"from":480,"to":1441,"holidays":[]}', null],
  ['{"days":[1],"from":480.5,"to":1020,"holidays":[]}', null],
  ['{"days":[1],"from":480,"to":1020,"holidays":["2026-02-30"]}', null],
  ['{"days":[1],"from":480,"to":1020,"holidays":[],"more":1}', null],
  ['{"days":[1],"from":480,"to":1020}', null],
  ["[]", null],
  ["null", null],
  ["{", null],
] as const)("reads %s", (json, hours) => expect(readWorkingHours(json)).toEqual(hours as WorkingHours | null));
