import { describe, expect, test } from "bun:test";
import { ZONES } from "../../../dev/test/test-zones.ts";
import { fc } from "../../../web/test/property.ts";
import { DAY_MS, HOUR_MS } from "../../contract/time.ts";
import { dayOfIsoDate, isoDate, weekdayOf } from "../../contract/trade-calendar.ts";
import { dayAfterDigest, dayOfDueDigest, dayOfNextDigest, periodOfDigest, timeOfDigest } from "./digest-schedule.ts";

const at = (atMs: number) => new Date(atMs).toISOString();
const NEW_YORK = "America/New_York";

describe("a digest is sent", () => {
  test.each([
    ["daily", "Asia/Phnom_Penh", "2026-11-29", "2026-11-29T01:00:00.000Z"],
    ["weekly", "Asia/Phnom_Penh", "2026-11-29", "2026-11-29T03:00:00.000Z"],
    // Clocks go back at two on this Sunday, and forward at two on that one.
    ["weekly", NEW_YORK, "2026-11-01", "2026-11-01T15:00:00.000Z"],
    ["daily", NEW_YORK, "2026-10-31", "2026-10-31T12:00:00.000Z"],
    ["daily", NEW_YORK, "2026-03-08", "2026-03-08T12:00:00.000Z"],
    ["daily", "Asia/Kathmandu", "2026-11-29", "2026-11-29T02:15:00.000Z"],
    // A zone that has no 30 December 2011: its clock is past eight as soon as the day would begin.
    ["daily", "Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z"],
  ] as const)("%s in %s on %s at %s", (digest, zone, date, expected) => {
    expect(at(timeOfDigest(digest, zone, dayOfIsoDate(date)))).toBe(expected);
  });

  test.each([
    ["daily", "2026-11-29T00:59:59.999Z", "2026-11-29"],
    ["daily", "2026-11-29T01:00:00Z", "2026-11-30"],
    ["weekly", "2026-11-29T02:59:59.999Z", "2026-11-29"],
    ["weekly", "2026-11-29T03:00:00Z", "2026-12-06"],
    ["weekly", "2026-11-25T03:00:00Z", "2026-11-29"],
  ] as const)("%s, first after %s on %s", (digest, after, expected) => {
    expect(isoDate(dayOfNextDigest(digest, "Asia/Phnom_Penh", Date.parse(after)))).toBe(expected);
  });

  test("about the day before, or the week that ended on Saturday", () => {
    const day = dayOfIsoDate("2026-11-01");
    const { first, last, fromMs, toMs } = periodOfDigest("weekly", NEW_YORK, day);
    expect([isoDate(first), isoDate(last)]).toEqual(["2026-10-25", "2026-10-31"]);
    expect([at(fromMs), at(toMs)]).toEqual(["2026-10-25T04:00:00.000Z", "2026-11-01T04:00:00.000Z"]);
    const { fromMs: dayMs, toMs: endMs } = periodOfDigest("daily", NEW_YORK, day + 1);
    // The day on which clocks go back has 25 hours.
    expect(endMs - dayMs).toBe(25 * HOUR_MS);
  });
});

test.each(ZONES)("in %s, periods follow each other without a gap, and each is over when its digest is sent", (zone) => {
  const moments = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(fc.constantFrom("daily" as const, "weekly" as const), moments, (digest, atMs) => {
      const day = dayOfNextDigest(digest, zone, atMs);
      const sentMs = timeOfDigest(digest, zone, day);
      expect(sentMs).toBeGreaterThan(atMs);
      const next = dayAfterDigest(digest, day);
      expect(dayOfNextDigest(digest, zone, sentMs)).toBe(next);
      if (digest === "weekly") expect(weekdayOf(day)).toBe(0);
      const [period, after] = [periodOfDigest(digest, zone, day), periodOfDigest(digest, zone, next)];
      expect([after.fromMs, after.first]).toEqual([period.toMs, period.last + 1]);
      expect(period.toMs).toBeLessThanOrEqual(sentMs);
      // What is due is the newest one, however long nothing ran.
      expect(dayOfDueDigest(digest, zone, day, sentMs)).toBe(day);
      const outageMs = sentMs + 100 * DAY_MS;
      const due = dayOfDueDigest(digest, zone, day, outageMs);
      expect(timeOfDigest(digest, zone, due)).toBeLessThanOrEqual(outageMs);
      expect(timeOfDigest(digest, zone, dayAfterDigest(digest, due))).toBeGreaterThan(outageMs);
    }),
  );
});
