import { expect, test } from "bun:test";
import { fc } from "../../test/property.ts";
import {
  clampWindow,
  isFollowing,
  lacksLead,
  newestWindow,
  panWindow,
  shiftWindow,
  wantsOlder,
  zoomWindow,
} from "./chart-window.ts";

const rowCount = fc.integer({ min: 1, max: 10_000 });
const windowOf = (rows: number) =>
  fc
    .record({ size: fc.double({ min: 10, max: 5_000, noNaN: true }), at: fc.double({ min: 0, max: 1, noNaN: true }) })
    .map(({ size, at }) => clampWindow({ from: at * rows - size, to: at * rows }, rows));
const scene = rowCount.chain((rows) => fc.tuple(fc.constant(rows), windowOf(rows)));

test("the newest candles have free room at their right", () => {
  expect(newestWindow(100, 50)).toEqual({ from: 54, to: 104 });
  expect(isFollowing(newestWindow(100, 50), 100)).toBe(true);
});

test("zooming stays within its bounds and keeps the row under the pointer in place", () => {
  fc.assert(
    fc.property(scene, fc.double({ min: 0.5, max: 2, noNaN: true }), ([rows, window], factor) => {
      const anchor = (window.from + window.to) / 2;
      const zoomed = zoomWindow(window, factor, anchor, rows);
      expect(clampWindow(zoomed, rows).from).toBeCloseTo(zoomed.from, 6);
      const size = zoomed.to - zoomed.from;
      expect(size).toBeGreaterThanOrEqual(10 - 1e-6);
      expect(size).toBeLessThanOrEqual(5_000 + 1e-6);
    }),
  );
  expect(zoomWindow({ from: 100, to: 200 }, 0.5, 125, 1_000)).toEqual({ from: 112.5, to: 162.5 });
});

test("panning keeps the size and always shows candles", () => {
  fc.assert(
    fc.property(scene, fc.double({ min: -20_000, max: 20_000, noNaN: true }), ([rows, window], by) => {
      const moved = panWindow(window, by, rows);
      expect(moved.to - moved.from).toBeCloseTo(window.to - window.from, 6);
      expect(moved.to).toBeGreaterThanOrEqual(-1e-6);
      expect(moved.from).toBeLessThanOrEqual(rows);
    }),
  );
});

test("candles added at the front shift the window so that it shows the same ones", () => {
  expect(shiftWindow({ from: 3, to: 53 }, 500)).toEqual({ from: 503, to: 553 });
});

test("older candles are requested one window width early", () => {
  expect(wantsOlder({ from: 60, to: 160 })).toBe(true);
  expect(wantsOlder({ from: 140, to: 240 })).toBe(false);
  expect(wantsOlder({ from: 140, to: 240 }, 40)).toBe(false);
  expect(wantsOlder({ from: 140, to: 240 }, 41)).toBe(true);
});

test("the first visible candle lacks what is needed before it", () => {
  expect(lacksLead({ from: 40.9, to: 140 }, 40)).toBe(false);
  expect(lacksLead({ from: 40.9, to: 140 }, 41)).toBe(true);
  expect(lacksLead({ from: -20, to: 80 }, 0)).toBe(false);
});
