import { expect, test } from "bun:test";
import { CANDLE_INTERVALS } from "../../../worker/contract/candles.ts";
import { crosshairTime, labelledRows, timeLabel, zoneLabel, zoneOfCandles } from "./time-labels.ts";

const ZONE = "Asia/Phnom_Penh";
const NOON_MS = Date.UTC(2026, 10, 20, 5);
const QUARTER_MS = CANDLE_INTERVALS["15m"];
const quarters = Array.from({ length: 200 }, (_, i) => NOON_MS - (199 - i) * QUARTER_MS);

test("labels are at round times in the trader's time zone", () => {
  const rows = labelledRows(quarters, { from: 100, to: 199 }, { rows: 10, sizeMs: QUARTER_MS }, ZONE);
  const labels = rows.map((row) => timeLabel(quarters[row] ?? 0, null, CANDLE_INTERVALS["15m"], ZONE));
  expect(labels).toEqual(["12:00", "15:00", "18:00", "21:00", "00:00", "03:00", "06:00", "09:00", "12:00"]);
});

test("labels keep the requested distance at any zoom", () => {
  for (const apart of [5, 10, 30, 60]) {
    const rows = labelledRows(quarters, { from: 0, to: 199 }, { rows: apart, sizeMs: QUARTER_MS }, ZONE);
    for (const [i, row] of rows.entries())
      if (i > 0) expect(row - (rows[i - 1] ?? 0)).toBeGreaterThanOrEqual(apart * 0.7);
  }
});

test("the first label of a day shows the date, the first of a year shows the year", () => {
  const size = CANDLE_INTERVALS["1h"];
  const midnight = Date.UTC(2026, 10, 19, 17);
  expect(timeLabel(midnight, midnight - size, size, ZONE)).toBe("Nov 20");
  expect(timeLabel(midnight + size, midnight, size, ZONE)).toBe("01:00");
  const newYear = Date.UTC(2026, 11, 31, 17);
  expect(timeLabel(newYear, newYear - size, size, ZONE)).toBe("2027");
  expect(timeLabel(NOON_MS, NOON_MS - 86_400_000, CANDLE_INTERVALS["1d"], ZONE)).toBe("Nov 20");
});

test("the crosshair shows the candle's time, and the axis shows its time zone", () => {
  expect(crosshairTime(NOON_MS, CANDLE_INTERVALS["15m"], ZONE)).toBe("Nov 20, 12:00");
  expect(crosshairTime(NOON_MS, CANDLE_INTERVALS["1d"], ZONE)).toBe("Nov 20, 2026");
  expect(zoneLabel(NOON_MS, ZONE)).toBe("UTC+7");
  expect(zoneLabel(NOON_MS, "Asia/Kolkata")).toBe("UTC+5:30");
  expect(zoneLabel(NOON_MS, "America/St_Johns")).toBe("UTC−3:30");
  expect(zoneLabel(Date.UTC(2026, 6, 1), "Europe/Berlin")).toBe("UTC+2");
});

test("a weekend gap removes no label", () => {
  const weekend = 100;
  const starts = quarters.map((startMs, row) => (row < weekend ? startMs - 2 * CANDLE_INTERVALS["1d"] : startMs));
  const rows = labelledRows(starts, { from: 1, to: 199 }, { rows: 10, sizeMs: QUARTER_MS }, ZONE);
  expect(rows.length).toBeGreaterThanOrEqual(12);
});

test("a daily candle has the same date in every time zone", () => {
  const day = Date.UTC(2026, 10, 21);
  const size = CANDLE_INTERVALS["1d"];
  for (const zone of ["America/Los_Angeles", "Pacific/Kiritimati"]) {
    expect(timeLabel(day, day - size, size, zoneOfCandles(size, zone))).toBe("Nov 21");
    expect(crosshairTime(day, size, zoneOfCandles(size, zone))).toBe("Nov 21, 2026");
    expect(zoneLabel(day, zoneOfCandles(size, zone))).toBe("UTC");
    expect(zoneOfCandles(CANDLE_INTERVALS["4h"], zone)).toBe(zone);
  }
});

test("two candles at the same time of day, as the clocks go back, say which is which", () => {
  const zone = "America/New_York";
  const size = CANDLE_INTERVALS["1h"];
  const [first, second] = [Date.UTC(2026, 10, 1, 5), Date.UTC(2026, 10, 1, 6)];
  expect(crosshairTime(first, size, zone)).toBe("Nov 1, 01:00 UTC−4");
  expect(crosshairTime(second, size, zone)).toBe("Nov 1, 01:00 UTC−5");
  // The axis has little room.
  expect(timeLabel(first, first - size, size, zone)).toBe("01:00 −4");
  expect(timeLabel(second, first, size, zone)).toBe("01:00 −5");
  expect(timeLabel(second + size, second, size, zone)).toBe("02:00");
  const london = Date.UTC(2026, 9, 25, 1);
  expect(timeLabel(london, london - size, size, "Europe/London")).toBe("01:00 +0");
});
