import { expect, test } from "bun:test";
import { fieldTime, readFieldTime } from "./span-times.ts";

test.each([
  ["Asia/Phnom_Penh", Date.UTC(2026, 11, 7, 11, 0), "2026-12-07T18:00"],
  ["Asia/Kathmandu", Date.UTC(2026, 11, 6, 18, 15), "2026-12-07T00:00"],
  ["America/New_York", Date.UTC(2026, 6, 1, 3, 59), "2026-06-30T23:59"],
  ["Europe/Berlin", Date.UTC(2026, 2, 29, 1, 0), "2026-03-29T03:00"],
])("a time in %s is shown and read as the same", (timeZone, atMs, shown) => {
  expect(fieldTime(atMs, timeZone)).toBe(shown);
  expect(readFieldTime(shown, timeZone)).toBe(atMs);
});

test.each(["", "2026-12-07", "2026-02-30T10:00", "tomorrow"])("%p is no time yet", (text) => {
  expect(readFieldTime(text, "UTC")).toBeNull();
});
