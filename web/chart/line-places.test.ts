import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { linePlaces } from "./line-places.ts";

const PLOT = { width: 700, height: 400, legendPx: 0, rowPx: 26, priceTag: null };
const line = (top: number, pillPx = 150) => ({ top, pillPx, foldedPx: 28 });
const places = (tops: number[], plot: Partial<Parameters<typeof linePlaces>[1]> = {}) =>
  linePlaces(
    tops.map((top) => line(top)),
    { ...PLOT, ...plot },
  );
const pills = (tops: number[], plot = {}) => places(tops, plot).map((place) => place?.pill ?? null);
const tags = (tops: number[], plot = {}) => places(tops, plot).map((place) => place?.tagTop);
const whole = (top: number, left: number) => ({ top, left, isFolded: false, widthPx: 150, openLeft: left });

test("a pill is at its line, the next one beside it, and in the nearest row where there is no room beside", () => {
  expect(pills([100, 105, 300])).toEqual([whole(100, 12), whole(105, 170), whole(300, 12)]);
  expect(pills([100, 90, 110], { width: 200 })).toEqual([whole(100, 12), whole(74, 12), whole(126, 12)]);
});

test("a pill that would be far from its line is folded, and opens inside of the plot", () => {
  const placed = pills([100, 100, 100, 100, 100, 100], { width: 200 });
  expect(placed.slice(0, 5).map((pill) => pill?.top)).toEqual([100, 74, 126, 48, 152]);
  expect(placed[5]).toEqual({ top: 100, left: 170, isFolded: true, widthPx: 28, openLeft: 50 });
});

test("a line out of view has no place, and a pill at the edge stays in the plot and below the legend", () => {
  expect(pills([-4, 401, 2, 398])).toEqual([null, null, whole(13, 12), whole(387, 12)]);
  expect(pills([20, 90], { legendPx: 50 })).toEqual([whole(63, 12), whole(90, 12)]);
});

test("tags make room for the last price and for each other, in the order of their prices", () => {
  const priceTag = { top: 200, heightPx: 36 };
  expect(tags([100, 108, 188], { priceTag })).toEqual([88, 108, 172]);
  expect(tags([201, 199, 203, 230], { priceTag })).toEqual([228, 172, 248, 268]);
  expect(tags([100, 108, 300])).toEqual([100, 120, 300]);
});

test("a tag is whole at the edge, and left out where the axis ends", () => {
  expect(tags([3, 398])).toEqual([10, 390]);
  expect(tags([385, 386, 387])).toEqual([385, undefined, undefined].map((top) => top ?? null));
});

test("no pill covers another one, and each is in the plot", () => {
  const lines = fc.array(
    fc.record({
      top: fc.integer({ min: 0, max: 400 }),
      pillPx: fc.integer({ min: 60, max: 320 }),
      foldedPx: fc.integer({ min: 28, max: 60 }),
    }),
    { maxLength: 14 },
  );
  fc.assert(
    fc.property(lines, fc.integer({ min: 340, max: 1400 }), (all, width) => {
      const placed = linePlaces(all, { ...PLOT, width });
      const boxes = placed.flatMap((place, i) => {
        const px = all[i]?.[place?.pill.isFolded ? "foldedPx" : "pillPx"] ?? 0;
        return place ? [{ ...place.pill, right: place.pill.left + px }] : [];
      });
      for (const [i, one] of boxes.entries()) {
        expect(one.right).toBeLessThanOrEqual(width);
        for (const other of boxes.slice(i + 1)) {
          const isBeside = one.right <= other.left || other.right <= one.left;
          expect(isBeside || Math.abs(one.top - other.top) >= 26).toBe(true);
        }
      }
    }),
  );
});

test("tags keep the order of their lines and 20 px between their middles", () => {
  const tops = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 });
  fc.assert(
    fc.property(tops, fc.integer({ min: 0, max: 400 }), (all, top) => {
      const placed = places(all, { priceTag: { top, heightPx: 36 } })
        .flatMap((place) => (place?.tagTop == null ? [] : [{ line: place.top, tag: place.tagTop }]))
        .sort((one, other) => one.tag - other.tag);
      for (const [i, { line: lineTop, tag }] of placed.entries()) {
        expect(Math.abs(tag - top)).toBeGreaterThanOrEqual(28);
        const next = placed[i + 1];
        if (!next) continue;
        expect(next.tag - tag).toBeGreaterThanOrEqual(20);
        expect(next.line).toBeGreaterThanOrEqual(lineTop);
      }
    }),
  );
});
