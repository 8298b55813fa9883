import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { packColumns, unpackColumns } from "./packed-numbers.ts";

const numbers = fc.oneof(
  fc.array(fc.oneof(fc.integer({ min: -300, max: 300 }), fc.constant(Number.NaN)), { maxLength: 50 }),
  fc.array(fc.constantFrom(1_700_000_000_000, 1_700_000_060_000, 1_700_003_600_000), { maxLength: 50 }),
  fc.array(fc.maxSafeInteger(), { maxLength: 50 }),
  fc.array(fc.double({ noDefaultInfinity: true }), { maxLength: 50 }),
  // More different ones than a list has.
  fc.constant(Array.from({ length: 1_500 }, (_, at) => Math.sqrt(at))),
);

const read = (text: string, count: number, columns: number) => {
  const into = Array.from({ length: columns }, () => new Float64Array(count + 2));
  unpackColumns(text, count, { into, at: 1 });
  return into.map((column) => [...column.subarray(1, count + 1)]);
};

test("columns of numbers are read as they were written, whatever the numbers are", () => {
  fc.assert(
    fc.property(numbers, fc.infiniteStream(numbers), (first, others) => {
      const count = first.length;
      const second = [...others.take(3)].flat().slice(0, count);
      const padded = [...second, ...first.slice(second.length)];
      const near = first.map((number) => (Number.isSafeInteger(number) ? number : 7));
      const columns = [
        { numbers: Float64Array.from(first) },
        { numbers: Float64Array.from(near), isNear: true },
        { numbers: Float64Array.from(padded) },
      ];
      const text = packColumns(columns);
      // NaN is NaN, and 0 is not -0.
      expect(read(text, count, 3).map((list) => list.map((one) => (Object.is(one, -0) ? "-0" : String(one))))).toEqual(
        columns.map(({ numbers: list }) => [...list].map((one) => (Object.is(one, -0) ? "-0" : String(one)))),
      );
    }),
  );
});

test("times in seconds take a byte each, results two, and a third more as text", () => {
  const times = Float64Array.from(
    { length: 3_000 },
    (_, at) => 1_700_000_000_000 + at * 60_000 + ((at * 7) % 50) * 1_000,
  );
  expect(packColumns([{ numbers: times, isNear: true }]).length).toBeLessThan(4_200);
  const results = Float64Array.from({ length: 3_000 }, (_, at) => ((at * 7_919) % 60_000) - 30_000);
  expect(packColumns([{ numbers: results }]).length).toBeLessThan(8_200);
});
