import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { nextTradingDayEnd, opensAtMs, sessionOf, US_EXCHANGE_DAYS } from "./market-sessions.ts";
import type { MarketSession } from "./symbols.ts";
import { DAY_MS, HOUR_MS } from "./time.ts";

/** A time in New York, with its distance from UTC written out. */
function at(text: `${string}${"-04:00" | "-05:00"}`): number {
  return Date.parse(text);
}

test("index and metal follow the hours of New York, crypto always trades", () => {
  const cases: Array<[time: Parameters<typeof at>[0], index: MarketSession, metal: MarketSession]> = [
    // An ordinary Monday in winter time.
    ["2026-11-23T09:29-05:00", "extended", "regular"],
    ["2026-11-23T09:30-05:00", "regular", "regular"],
    ["2026-11-23T15:59-05:00", "regular", "extended"],
    ["2026-11-23T16:00-05:00", "extended", "extended"],
    ["2026-11-23T08:19-05:00", "extended", "extended"],
    ["2026-11-23T08:20-05:00", "extended", "regular"],
    ["2026-11-23T13:29-05:00", "regular", "regular"],
    ["2026-11-23T13:30-05:00", "regular", "extended"],
    ["2026-11-23T16:59-05:00", "extended", "extended"],
    ["2026-11-23T17:00-05:00", "closed", "closed"],
    ["2026-11-23T17:59-05:00", "closed", "closed"],
    ["2026-11-23T18:00-05:00", "extended", "extended"],
    // The weekend, from Friday 17:00 to Sunday 18:00.
    ["2026-11-20T16:59-05:00", "extended", "extended"],
    ["2026-11-20T17:00-05:00", "closed", "closed"],
    ["2026-11-20T18:00-05:00", "closed", "closed"],
    ["2026-11-21T10:00-05:00", "closed", "closed"],
    ["2026-11-22T10:00-05:00", "closed", "closed"],
    ["2026-11-22T17:59-05:00", "closed", "closed"],
    ["2026-11-22T18:00-05:00", "extended", "extended"],
    // Thanksgiving, on which futures trade until 13:00, and the half day after it.
    ["2026-11-25T20:00-05:00", "extended", "extended"],
    ["2026-11-26T10:00-05:00", "extended", "extended"],
    ["2026-11-26T12:59-05:00", "extended", "extended"],
    ["2026-11-26T13:00-05:00", "closed", "closed"],
    ["2026-11-26T18:00-05:00", "extended", "extended"],
    ["2026-11-27T12:59-05:00", "regular", "regular"],
    ["2026-11-27T13:00-05:00", "closed", "closed"],
    // Good Friday: the evening before it is closed too, and then it is the weekend.
    ["2026-04-02T16:59-04:00", "extended", "extended"],
    ["2026-04-02T18:00-04:00", "closed", "closed"],
    ["2026-04-03T10:00-04:00", "closed", "closed"],
    ["2026-04-05T18:00-04:00", "extended", "extended"],
    // New Year's Day on a Friday.
    ["2026-12-31T10:00-05:00", "regular", "regular"],
    ["2026-12-31T18:30-05:00", "closed", "closed"],
  ];
  for (const [time, index, metal] of cases) {
    const found = (["US500", "USTECm", "XAUUSDm", "BTCUSDm", "ETHUSDm"] as const).map((s) => sessionOf(s, at(time)));
    expect({ time, found }).toEqual({ time, found: [index, index, metal, "regular", "regular"] });
  }
});

test("a change of the clocks in New York moves the hours at once", () => {
  // 2026-03-08: 02:00 becomes 03:00. 2026-11-01: 02:00 becomes 01:00.
  expect(sessionOf("US500", Date.UTC(2026, 2, 6, 14, 29))).toBe("extended");
  expect(sessionOf("US500", Date.UTC(2026, 2, 6, 14, 30))).toBe("regular");
  expect(sessionOf("US500", Date.UTC(2026, 2, 9, 13, 29))).toBe("extended");
  expect(sessionOf("US500", Date.UTC(2026, 2, 9, 13, 30))).toBe("regular");
  expect(sessionOf("US500", Date.UTC(2026, 9, 30, 13, 30))).toBe("regular");
  expect(sessionOf("US500", Date.UTC(2026, 10, 2, 13, 30))).toBe("extended");
  expect(sessionOf("US500", Date.UTC(2026, 10, 2, 14, 30))).toBe("regular");
  // The market opens on the evenings of both Sundays at 18:00.
  expect(sessionOf("US500", Date.UTC(2026, 2, 8, 21, 59))).toBe("closed");
  expect(sessionOf("US500", Date.UTC(2026, 2, 8, 22))).toBe("extended");
  expect(sessionOf("US500", Date.UTC(2026, 10, 1, 22, 59))).toBe("closed");
  expect(sessionOf("US500", Date.UTC(2026, 10, 1, 23))).toBe("extended");
});

test("New York's clock agrees with the time zone database at any time", () => {
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    hourCycle: "h23",
    weekday: "short",
    hour: "numeric",
  });
  const aroundChange = fc
    .tuple(
      fc.constantFrom(
        Date.UTC(2026, 2, 8, 7),
        Date.UTC(2027, 10, 7, 6),
        Date.UTC(2028, 2, 12, 7),
        Date.UTC(2028, 10, 5, 6),
      ),
      fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }),
    )
    .map(([changeMs, distanceMs]) => changeMs + distanceMs);
  const anyTime = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2029, 0, 1) });
  fc.assert(
    fc.property(fc.oneof(anyTime, aroundChange), (atMs) => {
      const parts = Object.fromEntries(clock.formatToParts(atMs).map(({ type, value }) => [type, value]));
      const hour = Number(parts.hour);
      const isWeekend =
        parts.weekday === "Sat" || (parts.weekday === "Fri" && hour >= 17) || (parts.weekday === "Sun" && hour < 18);
      if (isWeekend || hour === 17) expect(sessionOf("US500", atMs)).toBe("closed");
      else if (hour < 9 || hour >= 16) expect(sessionOf("US500", atMs)).not.toBe("regular");
    }),
    { numRuns: 2_000 },
  );
});

test("the table has exactly the holidays that the exchanges' rules give", () => {
  const expected: Record<string, string> = {};
  for (const year of [2026, 2027, 2028]) Object.assign(expected, exchangeDaysOf(year));
  expect<Record<string, string | undefined>>({ ...US_EXCHANGE_DAYS }).toEqual(expected);
});

/** The holidays and half days of a year by NYSE's rule 7.2: computed, where the table is copied. */
function exchangeDaysOf(year: number): Record<string, string> {
  const easterMs = easterOf(year);
  const thanksgivingMs = nthWeekday(year, 10, 4, 4);
  const days: Array<[ms: number, type: string]> = [
    [nthWeekday(year, 0, 1, 3), "holiday"],
    [nthWeekday(year, 1, 1, 3), "holiday"],
    [easterMs - 2 * DAY_MS, "closed"],
    [lastMonday(year, 4), "holiday"],
    [observed(Date.UTC(year, 5, 19)), "holiday"],
    [observed(Date.UTC(year, 6, 4)), "holiday"],
    [nthWeekday(year, 8, 1, 1), "holiday"],
    [thanksgivingMs, "holiday"],
    [thanksgivingMs + DAY_MS, "half"],
    [observed(Date.UTC(year, 11, 25)), "closed"],
  ];
  // New Year's Day on a Saturday is not observed, as its Friday would lie in the old year.
  if (new Date(Date.UTC(year, 0, 1)).getUTCDay() !== 6) days.push([observed(Date.UTC(year, 0, 1)), "closed"]);
  // The days before Independence Day and Christmas are half days if both they and the holiday are weekdays.
  for (const holidayMs of [Date.UTC(year, 6, 4), Date.UTC(year, 11, 25)]) {
    if ([2, 3, 4, 5].includes(new Date(holidayMs).getUTCDay())) days.push([holidayMs - DAY_MS, "half"]);
  }
  return Object.fromEntries(days.map(([ms, type]) => [new Date(ms).toISOString().slice(0, 10), type]));
}

function observed(ms: number): number {
  const weekday = new Date(ms).getUTCDay();
  if (weekday === 6) return ms - DAY_MS;
  return weekday === 0 ? ms + DAY_MS : ms;
}

function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  const firstMs = Date.UTC(year, month, 1);
  return firstMs + (((weekday - new Date(firstMs).getUTCDay() + 7) % 7) + (n - 1) * 7) * DAY_MS;
}

function lastMonday(year: number, month: number): number {
  const lastMs = Date.UTC(year, month + 1, 0);
  return lastMs - ((new Date(lastMs).getUTCDay() + 6) % 7) * 24 * HOUR_MS;
}

/** Gauss's algorithm for the Gregorian Easter in this century. */
function easterOf(year: number): number {
  const d = (19 * (year % 19) + 24) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + 5) % 7;
  const days = d === 29 && e === 6 ? 21 : d === 28 && e === 6 && year % 19 > 10 ? 20 : d + e;
  return Date.UTC(year, 2, 22 + days);
}

test("a trading day ends at 17:00 in New York on every day of the week", () => {
  const cases: Array<[after: Parameters<typeof at>[0], end: Parameters<typeof at>[0]]> = [
    ["2026-11-23T16:59-05:00", "2026-11-23T17:00-05:00"],
    ["2026-11-23T17:00-05:00", "2026-11-24T17:00-05:00"],
    ["2026-11-23T23:59-05:00", "2026-11-24T17:00-05:00"],
    ["2026-11-27T20:00-05:00", "2026-11-28T17:00-05:00"],
    // The clocks change on the night before Sunday.
    ["2026-03-07T17:00-05:00", "2026-03-08T17:00-04:00"],
    ["2026-03-08T01:59-05:00", "2026-03-08T17:00-04:00"],
    ["2026-03-08T03:00-04:00", "2026-03-08T17:00-04:00"],
    ["2026-10-31T17:00-04:00", "2026-11-01T17:00-05:00"],
    ["2026-11-01T00:30-04:00", "2026-11-01T17:00-05:00"],
  ];
  for (const [after, end] of cases) {
    expect({ after, end: nextTradingDayEnd(at(after)) }).toEqual({ after, end: at(end) });
    expect(nextTradingDayEnd(at(end) - 1)).toBe(at(end));
  }
});

test.each([
  // The pause of an ordinary day, the weekend, and Thanksgiving.
  ["2026-11-23T17:30-05:00", "2026-11-23T18:00-05:00"],
  ["2026-11-20T17:00-05:00", "2026-11-22T18:00-05:00"],
  ["2026-11-22T17:59-05:00", "2026-11-22T18:00-05:00"],
  ["2026-11-26T13:00-05:00", "2026-11-26T18:00-05:00"],
  ["2026-11-27T13:00-05:00", "2026-11-29T18:00-05:00"],
  // Good Friday, and Christmas on a Friday.
  ["2026-04-02T17:00-04:00", "2026-04-05T18:00-04:00"],
  ["2026-12-24T13:00-05:00", "2026-12-27T18:00-05:00"],
  // Over a change of the clocks.
  ["2026-10-30T17:00-04:00", "2026-11-01T18:00-05:00"],
] as const)("a market that is closed at %s opens at %s", (closed, opens) => {
  for (const symbol of ["US500", "USTECm", "XAUUSDm"] as const) {
    expect(new Date(opensAtMs(symbol, at(closed))).toISOString()).toBe(new Date(at(opens)).toISOString());
  }
  expect(opensAtMs("BTCUSDm", at(closed))).toBe(at(closed));
});

test("at every time a market opens there, and is closed until then", () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 11, 31) }), (time) => {
      const opensMs = opensAtMs("US500", time);
      expect(sessionOf("US500", opensMs)).not.toBe("closed");
      if (opensMs > time) expect(sessionOf("US500", opensMs - 1)).toBe("closed");
    }),
  );
});
