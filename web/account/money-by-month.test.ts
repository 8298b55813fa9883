import { describe, expect, test } from "bun:test";
import { axisTicks, moneyByMonth } from "./money-by-month.ts";

const ZONE = "Asia/Phnom_Penh";
const NOW = Date.parse("2026-02-15T00:00:00Z");

describe("moneyByMonth", () => {
  test("covers the last months, across a new year, including empty ones", () => {
    const months = moneyByMonth([], { months: 4, nowMs: NOW, timeZone: ZONE });
    expect(months.map(({ key }) => key)).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
    expect(months.every(({ inUsd, outUsd }) => inUsd === 0 && outUsd === 0)).toBe(true);
  });

  test("sums money in and money out separately, to the cent, and ignores older movements", () => {
    const moved = [
      { usd: 0.1, at: "2026-02-01T12:00:00Z" },
      { usd: 0.2, at: "2026-02-02T12:00:00Z" },
      { usd: -5.05, at: "2026-02-03T12:00:00Z" },
      { usd: 1000, at: "2025-12-31T12:00:00Z" },
    ];
    expect(moneyByMonth(moved, { months: 2, nowMs: NOW, timeZone: ZONE })).toEqual([
      { key: "2026-01", inUsd: 0, outUsd: 0 },
      { key: "2026-02", inUsd: 0.3, outUsd: 5.05 },
    ]);
  });

  test("starts a month at midnight in the trader's time zone", () => {
    // 17:00 UTC is midnight in Phnom Penh.
    const moved = [
      { usd: 1, at: "2026-01-31T16:59:59Z" },
      { usd: 2, at: "2026-01-31T17:00:00Z" },
    ];
    const months = moneyByMonth(moved, { months: 2, nowMs: NOW, timeZone: ZONE });
    expect(months.map(({ inUsd }) => inUsd)).toEqual([1, 2]);
  });
});

test.each([
  [900, [0, 300, 600, 900]],
  [845, [0, 300, 600, 900]],
  [10, [0, 4, 8, 12]],
  [10_000, [0, 4_000, 8_000, 12_000]],
  [0.5, [0, 0.2, 0.4, 0.6]],
])("the grid lines up to %p are at round values", (largest, ticks) => {
  const found = axisTicks(largest);
  expect(found.map((tick) => Number(tick.toFixed(6)))).toEqual(ticks);
});
