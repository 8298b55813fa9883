import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { EMPTY_TRAIL, extendTrail } from "./price-trail.ts";

const walk = (count: number, everyMs: number) =>
  Array.from({ length: count }, (_, i) => ({ at: i * everyMs, mid: i })).reduce(extendTrail, EMPTY_TRAIL);

test("the first price is kept, and prices within a second of the last point add nothing", () => {
  const first = extendTrail(EMPTY_TRAIL, { at: 0, mid: 1 });
  expect(first.points).toEqual([{ at: 0, price: 1 }]);
  expect(extendTrail(first, { at: 999, mid: 2 })).toBe(first);
  expect(extendTrail(first, { at: 1_000, mid: 2 }).points).toHaveLength(2);
});

test("a full trail keeps every other point and continues with twice the interval", () => {
  expect(walk(120, 1_000)).toMatchObject({ everyMs: 1_000 });
  const halved = walk(121, 1_000);
  expect(halved.everyMs).toBe(2_000);
  expect(halved.points.map(({ price }) => price)).toEqual(Array.from({ length: 61 }, (_, i) => i * 2));
});

test("a trail of any length covers the first price to near the last in at most 120 points", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 100, max: 5_000 }), (count, everyMs) => {
      const { points, everyMs: paceMs } = walk(count, everyMs);
      expect(points.length).toBeLessThanOrEqual(120);
      expect(points[0]?.at).toBe(0);
      expect((count - 1) * everyMs - (points.at(-1)?.at ?? 0)).toBeLessThan(paceMs + everyMs);
    }),
    { numRuns: 40 },
  );
});
