import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { pillPlaces } from "./pill-places.ts";

test("a pill is at its line, the next one beside it, and below where the plot has one column", () => {
  expect(pillPlaces([100, 105, 300], { width: 700, height: 400 })).toEqual([
    { top: 100, left: 12 },
    { top: 105, left: 332 },
    { top: 300, left: 12 },
  ]);
  expect(pillPlaces([100, 90], { width: 400, height: 400 })).toEqual([
    { top: 100, left: 12 },
    { top: 142, left: 12 },
  ]);
});

test("a line out of view has no pill", () => {
  expect(pillPlaces([-4, 396, 100], { width: 700, height: 400 })).toEqual([null, null, { top: 100, left: 12 }]);
});

test("no pill covers another one", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 30 }),
      fc.integer({ min: 200, max: 1400 }),
      (tops, width) => {
        const places = pillPlaces(tops, { width, height: 400 }).filter((place) => place !== null);
        for (const [i, one] of places.entries()) {
          for (const other of places.slice(i + 1)) {
            if (one.left === other.left) expect(Math.abs(one.top - other.top)).toBeGreaterThanOrEqual(26);
          }
        }
      },
    ),
  );
});
