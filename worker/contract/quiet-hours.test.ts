import { expect, test } from "bun:test";
import { type QuietHours, quietUntil } from "./quiet-hours.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time.ts";

const NIGHT = { from: 22 * 60, to: 7 * 60 };
const at = (text: string) => Date.parse(text);
const until = (hours: QuietHours, zone: string, text: string) => {
  const endMs = quietUntil(hours, zone, at(text));
  return endMs === null ? null : new Date(endMs).toISOString();
};

test.each([
  ["a minute before they begin", "2026-11-28T21:59:59Z", null],
  ["when they begin", "2026-11-28T22:00:00Z", "2026-11-29T07:00:00.000Z"],
  ["after midnight", "2026-11-29T03:12:44Z", "2026-11-29T07:00:00.000Z"],
  ["in their last minute", "2026-11-29T06:59:59Z", "2026-11-29T07:00:00.000Z"],
  ["when they end", "2026-11-29T07:00:00Z", null],
])("over midnight, %s", (_, given, end) => expect(until(NIGHT, "UTC", given)).toBe(end));

test("within a day, in zones of half and quarter hours", () => {
  const noon = { from: 12 * 60, to: 13 * 60 };
  expect(until(noon, "Asia/Kolkata", "2026-11-29T06:30:00Z")).toBe("2026-11-29T07:30:00.000Z");
  expect(until(noon, "Asia/Kathmandu", "2026-11-29T06:14:59Z")).toBe(null);
  expect(until(noon, "Asia/Kathmandu", "2026-11-29T06:15:00Z")).toBe("2026-11-29T07:15:00.000Z");
});

test("over a change of the clocks they end by the new clock", () => {
  // 2026-03-08 02:00 EST is 03:00 EDT; 2026-11-01 02:00 EDT is 01:00 EST.
  expect(until(NIGHT, "America/New_York", "2026-03-08T03:00:00Z")).toBe("2026-03-08T11:00:00.000Z");
  expect(until(NIGHT, "America/New_York", "2026-11-01T02:00:00Z")).toBe("2026-11-01T12:00:00.000Z");
});

test("hours whose end the clock leaves out are over when it jumps, and those whose end it shows twice come again", () => {
  expect(until({ from: 60, to: 150 }, "America/New_York", "2026-03-08T06:30:00Z")).toBe("2026-03-08T07:00:00.000Z");
  const hours = { from: 0, to: 90 };
  expect(until(hours, "America/New_York", "2026-11-01T05:00:00Z")).toBe("2026-11-01T05:30:00.000Z");
  expect(until(hours, "America/New_York", "2026-11-01T06:00:00Z")).toBe("2026-11-01T06:30:00.000Z");
});

const ZONES = [
  ...["UTC", "Asia/Phnom_Penh", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Asia/Kathmandu"],
  ...["Australia/Lord_Howe", "Pacific/Chatham", "America/St_Johns", "Africa/Casablanca", "Pacific/Apia"],
];
/** Around the clock changes of the zones, and an ordinary day. */
const DAYS = [
  "2026-03-08",
  "2026-03-29",
  "2026-04-05",
  "2026-09-27",
  "2026-10-04",
  "2026-10-25",
  "2026-11-01",
  "2026-07-15",
];

/** The minute of the day that a zone's clock shows, read from the formatter alone. */
function clock(zone: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  });
  return (atMs) => {
    const parts = format.formatToParts(atMs);
    const field = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    return field("hour") * 60 + field("minute");
  };
}

/** A generator of numbers below one that is the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test.each(ZONES)("in %s a time is quiet as its clock says, and its end is the first minute that is not", (zone) => {
  const random = seeded(zone.length * 977 + 1);
  const minuteAt = clock(zone);
  for (const day of DAYS) {
    for (let round = 0; round < 12; round++) {
      const from = Math.floor(random() * 1440);
      const to = (from + 1 + Math.floor(random() * 1439)) % 1440;
      const naive = (atMs: number) => {
        const minute = minuteAt(atMs);
        return from < to ? minute >= from && minute < to : minute >= from || minute < to;
      };
      const atMs = at(`${day}T00:00:00Z`) - 12 * HOUR_MS + Math.floor(random() * 2 * DAY_MS);
      const endMs = quietUntil({ from, to }, zone, atMs);
      expect([zone, day, from, to, atMs, endMs !== null]).toEqual([zone, day, from, to, atMs, naive(atMs)]);
      if (endMs === null) continue;
      let minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
      while (naive(minuteMs)) minuteMs += MINUTE_MS;
      expect([zone, from, to, atMs, endMs]).toEqual([zone, from, to, atMs, minuteMs]);
    }
  }
});
