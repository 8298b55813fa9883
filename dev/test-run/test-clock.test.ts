import { expect, test } from "bun:test";
import { clockOfCommit, MOMENTS, parseClock, ZONES } from "./test-clock.ts";

test("a clock is a moment and a zone", () => {
  expect(parseClock("leap-day Asia/Kathmandu", "")).toEqual({
    name: "leap-day",
    atMs: Date.UTC(2028, 1, 29, 12),
    zone: "Asia/Kathmandu",
  });
  expect(parseClock("2026-11-28T12:00:00Z", "")).toMatchObject({ atMs: Date.UTC(2026, 10, 28, 12), zone: "UTC" });
  expect(parseClock("2026-11-28T12:00:00+07:00 Pacific/Apia", "").atMs).toBe(Date.UTC(2026, 10, 28, 5));
});

test.each(["tomorrow", "2026-11-28T12:00:00", "leap-day Nowhere/Here", "leap-day UTC UTC", "2026-13-45T12:00:00Z"])(
  "refuses %s with what may be written",
  (text) => {
    expect(() => parseClock(text, "")).toThrow(/CLOCK takes "MOMENT \[ZONE\]".*leap-day/);
  },
);

test("a commit has one clock, and each moment and zone is some commit's", () => {
  const commits = Array.from(
    { length: 500 },
    (_, index) => `${(index * 2_654_435_761).toString(16).padStart(8, "0").slice(-8)}00`,
  );
  expect(parseClock("commit", commits[0] ?? "")).toEqual(clockOfCommit(commits[0] ?? ""));
  const clocks = commits.map(clockOfCommit);
  expect(new Set(clocks.map(({ name }) => name))).toEqual(new Set(Object.keys(MOMENTS)));
  expect(new Set(clocks.map(({ zone }) => zone))).toEqual(new Set(ZONES));
});
