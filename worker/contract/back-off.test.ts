import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { backOffMs } from "./back-off.ts";

test("the delay doubles with every failure, up to the maximum", () => {
  const longest = [1, 2, 3, 4, 100].map((failures) => backOffMs(failures, { minMs: 1_000, maxMs: 10_000, random: 1 }));
  expect(longest).toEqual([2_000, 4_000, 8_000, 10_000, 10_000]);
});

test("a delay lies between its limits and is spread over at least half of its length", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const limits = { minMs: 1_000, maxMs: 10_000 };
      const pause = backOffMs(failures, { ...limits, random });
      expect(pause).toBeGreaterThanOrEqual(1_000);
      expect(pause).toBeLessThanOrEqual(10_000);
      const spread = backOffMs(failures, { ...limits, random: 1 }) - backOffMs(failures, { ...limits, random: 0 });
      expect(spread).toBeGreaterThanOrEqual(backOffMs(failures, { ...limits, random: 1 }) / 2);
    }),
  );
});
