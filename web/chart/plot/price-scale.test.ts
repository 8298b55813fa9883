import { expect, test } from "bun:test";
import { fc } from "../../test/property.ts";
import { SCALE_MODES, type ScaleMode } from "./chart-types.ts";
import { labelledPrices, panRange, percentOf, priceMapping, rangeWithRoom, zoomRange } from "./price-scale.ts";

const mode = fc.constantFrom(...SCALE_MODES);
const range = fc
  .record({
    min: fc.double({ min: 0.01, max: 90_000, noNaN: true }),
    share: fc.double({ min: 1e-4, max: 5, noNaN: true }),
  })
  .map(({ min, share }) => ({ min, max: min * (1 + share) }));
const area = { top: 30, height: 480 };

test("under each scale, the place of a price and the price at a place are inverse", () => {
  fc.assert(
    fc.property(mode, range, fc.double({ min: -0.4, max: 1.4, noNaN: true }), (mode, range, share) => {
      const { yOf, priceAt } = priceMapping(mode, range, area);
      const y = area.top + share * area.height;
      expect(yOf(priceAt(y))).toBeCloseTo(y, 3);
    }),
  );
});

test("under each scale, the range fills the area, and higher prices are further up", () => {
  fc.assert(
    fc.property(mode, range, (mode, range) => {
      const { yOf } = priceMapping(mode, range, area);
      expect(yOf(range.max)).toBeCloseTo(area.top, 6);
      expect(yOf(range.min)).toBeCloseTo(area.top + area.height, 6);
      expect(yOf((range.min + range.max) / 2)).toBeWithin(area.top, area.top + area.height);
    }),
  );
});

test("equal ratios have equal heights on the logarithmic scale alone", () => {
  const heights = (mode: ScaleMode) => {
    const { yOf } = priceMapping(mode, { min: 100, max: 10_000 }, area);
    return [yOf(100) - yOf(1_000), yOf(1_000) - yOf(10_000)];
  };
  const [low = 0, high = 0] = heights("log");
  expect(low).toBeCloseTo(high, 9);
  const [first = 0, second = 0] = heights("linear");
  expect(second).toBeCloseTo(10 * first, 9);
});

test("zooming keeps the middle, and back again gives the range from before", () => {
  fc.assert(
    fc.property(mode, range, fc.double({ min: 0.5, max: 2, noNaN: true }), (mode, range, factor) => {
      const there = zoomRange(mode, range, factor);
      const back = zoomRange(mode, there, 1 / factor);
      expect(back.min / range.min).toBeCloseTo(1, 6);
      expect(back.max / range.max).toBeCloseTo(1, 6);
      const middle = priceMapping(mode, range, area).priceAt(area.top + area.height / 2);
      expect(priceMapping(mode, there, area).yOf(middle)).toBeCloseTo(area.top + area.height / 2, 3);
    }),
  );
});

test("a range is neither zoomed to nothing nor without end", () => {
  for (const mode of SCALE_MODES) {
    let narrow = { min: 100, max: 110 };
    let wide = narrow;
    for (let i = 0; i < 500; i++) {
      narrow = zoomRange(mode, narrow, 0.8);
      wide = zoomRange(mode, wide, 1.25);
    }
    expect(narrow.max).toBeGreaterThan(narrow.min);
    expect(Number.isFinite(wide.max - wide.min)).toBeTrue();
  }
});

test("panning moves each price by the same share of the height", () => {
  fc.assert(
    fc.property(mode, range, fc.double({ min: -0.5, max: 0.5, noNaN: true }), (mode, range, share) => {
      const price = (range.min + range.max) / 2;
      const before = priceMapping(mode, range, area).yOf(price);
      const after = priceMapping(mode, panRange(mode, range, share), area).yOf(price);
      expect(after - before).toBeCloseTo(share * area.height, 3);
    }),
  );
});

test("the room above and below is that share of the height", () => {
  fc.assert(
    fc.property(mode, range, (mode, extent) => {
      const { yOf } = priceMapping(mode, rangeWithRoom(mode, extent, { above: 0.1, below: 0.2 }), area);
      expect(yOf(extent.max)).toBeCloseTo(area.top + 0.1 * area.height, 3);
      expect(yOf(extent.min)).toBeCloseTo(area.top + 0.8 * area.height, 3);
    }),
  );
  for (const mode of SCALE_MODES) {
    const flat = rangeWithRoom(mode, { min: 50, max: 50 }, { above: 0.1, below: 0.2 });
    expect(flat.max).toBeGreaterThan(50);
    expect(flat.min).toBeLessThan(50);
  }
});

test("labels are in the range, apart from each other, and never the same text", () => {
  fc.assert(
    fc.property(mode, range, fc.integer({ min: 60, max: 1_200 }), (mode, range, heightPx) => {
      const base = range.min;
      const prices = labelledPrices(mode, range, { heightPx, step: 0.01, base });
      const { yOf } = priceMapping(mode, range, { top: 0, height: heightPx });
      const text = (price: number) => (mode === "percent" ? percentOf(price, base) : price.toFixed(2));
      for (const [i, price] of prices.entries()) {
        expect(price).toBeWithin(range.min * (1 - 1e-9), range.max * (1 + 1e-9));
        const before = prices[i - 1];
        if (before === undefined) continue;
        expect(yOf(before) - yOf(price)).toBeGreaterThan(30);
        expect(text(price)).not.toBe(text(before));
      }
    }),
  );
});

test("labels are round prices, on the percent scale round changes from the base", () => {
  const axis = { heightPx: 400, step: 0.01, base: 200 };
  expect(labelledPrices("linear", { min: 66_150, max: 68_010 }, axis)).toEqual([66_500, 67_000, 67_500, 68_000]);
  const percents = labelledPrices("percent", { min: 190, max: 214 }, axis).map((price) => percentOf(price, 200));
  expect(percents).toEqual(["−4.00%", "−2.00%", "0.00%", "+2.00%", "+4.00%", "+6.00%"]);
  expect(labelledPrices("log", { min: 90, max: 11_000 }, axis)).toEqual([100, 200, 400, 1_000, 2_000, 4_000, 10_000]);
});

test("changes below half a hundredth of a percent have no sign", () => {
  expect(percentOf(100.004, 100)).toBe("0.00%");
  expect(percentOf(99.996, 100)).toBe("0.00%");
  expect(percentOf(2_100, 100)).toBe("+2000%");
});
