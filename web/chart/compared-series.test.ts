import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { alignedCloses } from "./compared-series.ts";

const times = fc
  .uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 60 })
  .map((list) => list.sort((a, b) => a - b));

test("each candle gets the other symbol's close at its time or the last one before, in any range of rows", () => {
  fc.assert(
    fc.property(times, times, fc.nat(60), fc.nat(60), (startMs, otherMs, one, two) => {
      const [first, last] = [Math.min(one, two), Math.min(Math.max(one, two), startMs.length - 1)];
      const other = { startMs: otherMs, close: otherMs.map((at) => at * 10) };
      const expected = startMs.slice(first, last + 1).map((at) => {
        const before = otherMs.filter((time) => time <= at).at(-1);
        return before === undefined ? null : before * 10;
      });
      expect(alignedCloses(startMs, other, { first, last })).toEqual(expected);
    }),
  );
});

test("a closed market keeps its last close, and before its first candle there is none", () => {
  const other = { startMs: [20, 30, 60], close: [2, 3, 6] };
  expect(alignedCloses([10, 20, 30, 40, 50, 60], other, { first: 0, last: 5 })).toEqual([null, 2, 3, 3, 3, 6]);
});
