import { expect, setDefaultTimeout, test } from "bun:test";
import { BookFedDemo, RECORDS_PER_QUOTE } from "../../dev/test/book-fed-demo.ts";
import { compareFeeding } from "../../dev/test/compare-demo-feeding.ts";
import { runSpreadProgram } from "../../dev/test/spread-programs.ts";
import { fc } from "../../web/test/property.ts";

setDefaultTimeout(600_000);

const compare = (seed: number) =>
  compareFeeding(seed, { levelFed: new BookFedDemo(seed), recordsPerQuote: RECORDS_PER_QUOTE });

test("fed only what the trigger book delivers, the engine says the same as fed every quote", () => {
  const totals = { quotes: 0, fed: 0 };
  // Enough that the quotes beside each delivery, and those that set extremes, are all needed.
  for (let seed = 0; seed < 120; seed++) {
    const { quotes, fed } = compare(seed);
    totals.quotes += quotes;
    totals.fed += fed;
  }
  expect(totals.fed).toBeLessThan(totals.quotes / 2);
});

test("the same holds where only the spread moves, around a middle that stays", () => {
  for (let seed = 0; seed < 60; seed++) {
    const levelFed = new BookFedDemo(seed);
    compareFeeding(seed, { levelFed, recordsPerQuote: RECORDS_PER_QUOTE, program: runSpreadProgram });
  }
});

test("the same holds for other programs in each run with another seed", () => {
  const program = fc.integer({ min: 1_000_000, max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(program, (seed) => void compare(seed)),
    { numRuns: 15, endOnFailure: true },
  );
});
