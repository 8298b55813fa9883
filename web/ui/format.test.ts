import { describe, expect, test } from "bun:test";
import { decimalText, wholeSteps } from "../../worker/contract/read-number.ts";
import { fc } from "../test/property.ts";
import * as f from "./format.ts";

test.each([
  ["Asia/Phnom_Penh", "Phnom Penh (GMT+7)"],
  ["America/New_York", "New York (GMT-4)"],
  ["America/Argentina/Buenos_Aires", "Buenos Aires (GMT-3)"],
  ["Asia/Kathmandu", "Kathmandu (GMT+5:45)"],
  ["UTC", "UTC"],
])("the zone %s is formatted as %s", (timeZone, text) => {
  expect(f.formatZone(timeZone, Date.UTC(2026, 6, 1, 12))).toBe(text);
});

describe("money", () => {
  test.each([
    [1234.5, "$1,234.50"],
    [0, "$0.00"],
    [-0, "$0.00"],
    [-5, "−$5.00"],
    [-0.004, "$0.00"],
    [999_999_999, "$999,999,999.00"],
  ])("%d is formatted as %s", (usd, text) => expect(f.formatMoney(usd)).toBe(text));

  test.each([
    [12.3, "+$12.30", "up"],
    [-12.3, "−$12.30", "down"],
    [0, "$0.00", "flat"],
    [0.004, "$0.00", "flat"],
    [-0.004, "$0.00", "flat"],
  ] as const)("%d moved is formatted as %s with direction %s", (usd, text, direction) => {
    expect(f.formatSignedMoney(usd)).toBe(text);
    expect(f.directionOf(usd)).toBe(direction);
  });

  test.each([
    [25.5, "USD", "$25.50"],
    [410_000, "KHR", "410,000 KHR"],
    [410_000.5, "KHR", "410,000.50 KHR"],
  ])("%d of %s is formatted as %s", (amount, currency, text) => expect(f.formatSum(amount, currency)).toBe(text));

  test("an amount within a sentence has no place for a line break after its minus sign", () => {
    expect(f.inOneLine(f.formatSignedMoney(-12.3))).toBe("−\u2060$12.30");
    expect(f.inOneLine(f.formatSignedMoney(12.3))).toBe("+$12.30");
  });

  test("an amount beyond the display limit is shown at the limit, in both directions", () => {
    expect(f.formatMoney(f.capUsd(5e12))).toBe("$999,999,999.00");
    expect(f.formatMoney(f.capUsd(-5e12))).toBe("−$999,999,999.00");
    expect(f.capUsd(12.34)).toBe(12.34);
    expect(f.capUsd(null)).toBeNull();
  });
});

describe("a short amount", () => {
  test.each([
    [0, "$0", "0"],
    [0.004, "$0", "0"],
    [0.3, "+$0.30", "+0.30"],
    [-0.99, "−$0.99", "−0.99"],
    [78.38, "+$78", "+78"],
    [999.4, "+$999", "+999"],
    [-1_234.5, "−$1,235", "−1.2k"],
    [9_999.4, "+$9,999", "+10k"],
    [12_345, "+$12.3k", "+12.3k"],
    [-123_456, "−$123k", "−123k"],
    [999_999, "+$1M", "+1M"],
    [2_500_000, "+$2.5M", "+2.5M"],
    [999_999_999, "+$1B", "+1B"],
  ])("%p is %p, and narrow %p", (usd, wide, narrow) => {
    expect(f.formatShortMoney(usd, "wide")).toBe(wide);
    expect(f.formatShortMoney(usd, "narrow")).toBe(narrow);
  });

  test("has at most seven characters, narrow six", () => {
    fc.assert(
      fc.property(fc.double({ min: -999_999_999, max: 999_999_999, noNaN: true }), (usd) => {
        expect(f.formatShortMoney(usd, "wide").length).toBeLessThanOrEqual(7);
        expect(f.formatShortMoney(usd, "narrow").length).toBeLessThanOrEqual(6);
      }),
    );
  });
});

describe("other figures", () => {
  test("percentages have one decimal and a true minus", () => {
    expect(f.formatPercent(52.84)).toBe("52.8%");
    expect(f.formatPercent(-3)).toBe("−3.0%");
    expect(f.formatSignedPercent(1.23)).toBe("+1.2%");
    expect(f.formatSignedPercent(-0.04)).toBe("0.0%");
  });
  test("prices have the decimals of their symbol", () => {
    expect(f.formatPrice(67120.5, 2)).toBe("67,120.50");
    expect(f.formatSignedPrice(-824.3, 2)).toBe("−824.30");
    expect(f.formatSignedPrice(824.3, 1)).toBe("+824.3");
  });
  test("whole steps are the digits that they are, for any number of decimals", () => {
    expect(f.formatSteps(73, 8)).toBe("0.00000073");
    expect(f.formatSignedSteps(-82_430, 2)).toBe("−824.30");
    expect([f.formatSignedSteps(0, 5), f.formatSignedSteps(1, 5)]).toEqual(["0.00000", "+0.00001"]);
    expect([f.formatUnits(1), f.formatUnits(10_000_000)]).toEqual(["0.00000001", "0.10"]);
    const steps = fc.oneof(fc.nat({ max: 2_000 }), fc.nat({ max: 10 ** 15 - 1 }));
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 12 }), (whole, decimals) => {
        const text = f.formatSteps(whole, decimals).replaceAll(",", "");
        expect(text).toBe(decimalText(whole, decimals));
        expect(wholeSteps(text, decimals)).toBe(whole);
      }),
    );
  });
  test("ratios and counts", () => {
    expect(f.formatRatio(1.6279)).toBe("1.63");
    expect(f.formatCount(10_122)).toBe("10,122");
  });
});

describe("dates and times are in the trader's zone", () => {
  const at = "2026-11-20T18:04:09Z";
  test.each([
    ["Asia/Phnom_Penh", "Nov 21, 2026", "1:04 AM", "01:04:09"],
    ["America/New_York", "Nov 20, 2026", "1:04 PM", "13:04:09"],
  ])("in %s", (zone, date, time, clock) => {
    expect(f.formatDate(at, zone)).toBe(date);
    expect(f.formatTime(at, zone)).toBe(time);
    expect(f.formatClock(at, zone)).toBe(clock);
    expect(f.formatDateTime(new Date(at), zone)).toBe(`${date}, ${time}`);
  });
  test("longer and shorter forms", () => {
    expect(f.formatLongDate(at, "UTC")).toBe("November 20, 2026");
    expect(f.formatDay(Date.parse(at), "UTC")).toBe("Nov 20");
    expect(f.formatMonth(at, "UTC")).toBe("Nov 2026");
  });
  test("a time that the clocks of a zone show twice has its offset, and a date has none", () => {
    const zone = "America/New_York";
    const [first, second] = ["2026-11-01T05:30:09Z", "2026-11-01T06:30:09Z"];
    expect([first, second].map((twice) => f.formatClock(twice, zone))).toEqual(["01:30:09 UTC−4", "01:30:09 UTC−5"]);
    expect(f.formatDateTime(first, zone)).toBe("Nov 1, 2026, 1:30 AM UTC−4");
    expect(f.formatHour(second, zone)).toBe("01:30 UTC−5");
    expect(f.formatDate(first, zone)).toBe("Nov 1, 2026");
    expect(f.formatHour("2026-11-01T07:00:00Z", zone)).toBe("02:00");
  });
  test("midnight on the market's clock is 00", () => {
    expect(f.formatClock("2026-11-20T00:00:05Z", "UTC")).toBe("00:00:05");
  });
  test("nearby days are named, by the zone's calendar", () => {
    const zone = "Asia/Phnom_Penh";
    const now = "2026-11-21T02:00:00Z";
    expect(f.formatRelativeDay("2026-11-20T18:00:00Z", now, zone)).toBe("Today");
    expect(f.formatRelativeDay("2026-11-20T16:00:00Z", now, zone)).toBe("Yesterday");
    expect(f.formatRelativeDay("2026-11-18T16:00:00Z", now, zone)).toBe("Nov 18");
    expect(f.formatRelativeDay("2025-11-18T16:00:00Z", now, zone)).toBe("Nov 18, 2025");
  });
});

describe("spans", () => {
  test.each([
    [-1, "0\u00a0s"],
    [47_999, "47\u00a0s"],
    [180_000, "3\u00a0m"],
    [2 * 3_600_000 + 41 * 60_000, "2\u00a0h 41\u00a0m"],
    [3 * 3_600_000, "3\u00a0h"],
    [123 * 3_600_000, "5\u00a0d 3\u00a0h"],
    [48 * 3_600_000, "2\u00a0d"],
  ])("a duration of %d ms is %s", (ms, text) => expect(f.formatAge(ms)).toBe(text));
  test.each([
    [272_000, "4:32"],
    [271_001, "4:32"],
    [60_000, "1:00"],
    [1, "0:01"],
    [0, "0:00"],
    [-5, "0:00"],
  ])("a countdown of %d ms is %s", (ms, text) => expect(f.formatCountdown(ms)).toBe(text));
});
