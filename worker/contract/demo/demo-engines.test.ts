import { expect, setDefaultTimeout, test } from "bun:test";
import { compareDemoEngines, DemoCoverage } from "../../../dev/test/compare-demo-engines.ts";
import { fc } from "../../../web/test/property.ts";

setDefaultTimeout(600_000);

/** Programs 7 and 107 have more positions and orders than an account may have. */
const FIXED_SEEDS = [...Array.from({ length: 80 }, (_, seed) => seed), 107];

test("the engine and one written from the document alone say the same of random programs, in which everything happens", () => {
  const coverage = new DemoCoverage();
  for (const seed of FIXED_SEEDS) compareDemoEngines(seed, { coverage });
  expect(coverage.missing).toEqual([]);
});

test("the two engines say the same of other programs in each run with another seed", () => {
  const program = fc.integer({ min: 1_000_000, max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(program, (seed) => {
      compareDemoEngines(seed);
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
