import { expect, test } from "bun:test";
import fc from "fast-check";
import { retryPauseMs } from "./connection.ts";

test("pauses grow from one second to ten, and never leave that range by more than a quarter", () => {
  expect([0, 1, 2, 3, 4, 50].map((tries) => retryPauseMs(tries, 1))).toEqual([1e3, 2e3, 4e3, 8e3, 1e4, 1e4]);
  fc.assert(
    fc.property(fc.nat(1_000), fc.double({ min: 0, max: 1, noNaN: true }), (tries, chance) => {
      const pause = retryPauseMs(tries, chance);
      expect(pause).toBeGreaterThanOrEqual(750);
      expect(pause).toBeLessThanOrEqual(10_000);
    }),
  );
});
