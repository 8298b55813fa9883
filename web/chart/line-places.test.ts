import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { linePlaces } from "./line-places.ts";

const line = (top: number, pillPx = 150) => ({ top, pillPx });
const pills = (tops: number[], width = 700) =>
  linePlaces(
    tops.map((top) => line(top)),
    { width, height: 400, priceTag: null },
  ).map((place) => place?.pill ?? null);

test("a pill is at its line, the next one beside it, and below where there is no room beside", () => {
  expect(pills([100, 105, 300])).toEqual([
    { top: 100, left: 12 },
    { top: 105, left: 170 },
    { top: 300, left: 12 },
  ]);
  expect(pills([100, 90], 200)).toEqual([
    { top: 100, left: 12 },
    { top: 142, left: 12 },
  ]);
});

test("a line out of view has no place, and a pill at the edge stays in the plot", () => {
  expect(pills([-4, 401, 2, 398])).toEqual([null, null, { top: 13, left: 12 }, { top: 387, left: 12 }]);
});

test("a tag makes room for the last price and for earlier tags, or is left out", () => {
  const plot = { width: 700, height: 400, priceTag: { top: 200, heightPx: 36 } };
  const tags = linePlaces([line(100), line(108), line(188)], plot).map((place) => place?.tagTop);
  expect(tags).toEqual([100, 120, 172]);
  expect(linePlaces([line(200)], { ...plot, priceTag: { top: 200, heightPx: 60 } })[0]?.tagTop).toBeNull();
});

test("no pill covers another one, and each is in the plot", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ top: fc.integer({ min: 0, max: 400 }), pillPx: fc.integer({ min: 60, max: 320 }) }), {
        maxLength: 14,
      }),
      fc.integer({ min: 340, max: 1400 }),
      (lines, width) => {
        const placed = linePlaces(lines, { width, height: 400, priceTag: null });
        const boxes = placed.flatMap((place, i) =>
          place ? [{ ...place.pill, right: place.pill.left + (lines[i]?.pillPx ?? 0) }] : [],
        );
        for (const [i, one] of boxes.entries()) {
          expect(one.right).toBeLessThanOrEqual(width);
          for (const other of boxes.slice(i + 1)) {
            const isBeside = one.right <= other.left || other.right <= one.left;
            expect(isBeside || Math.abs(one.top - other.top) >= 26).toBe(true);
          }
        }
      },
    ),
  );
});
