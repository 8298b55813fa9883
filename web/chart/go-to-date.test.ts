import { expect, test } from "bun:test";
import { startOfDate } from "./go-to-date.ts";

test.each([
  ["2026-11-25", "UTC", "2026-11-25T00:00:00Z"],
  ["2026-11-25", "Asia/Phnom_Penh", "2026-11-24T17:00:00Z"],
  // The clocks change that morning: midnight is still in summer time.
  ["2026-11-01", "America/New_York", "2026-11-01T04:00:00Z"],
  ["2026-03-08", "America/New_York", "2026-03-08T05:00:00Z"],
])("%s in %s begins at %s", (date, zone, expected) => {
  expect(new Date(startOfDate(date, zone)).toISOString()).toBe(expected.replace("Z", ".000Z"));
});

test("no date has no start", () => {
  expect(startOfDate("", "UTC")).toBeNaN();
});
