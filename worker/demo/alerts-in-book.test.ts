import { expect, setDefaultTimeout, test } from "bun:test";
import { AlertProgram } from "../../dev/test/alert-programs.ts";
import { testSqlStorage } from "../../dev/test/test-sql-storage.ts";
import { fc } from "../../web/test/property.ts";
import { ArmedWatches } from "../alerts/book/armed-watches.ts";
import { LevelBook } from "./level-book.ts";

setDefaultTimeout(600_000);

test("the book tells of each alert what the naive reading of docs/alerts.md says, whenever it is restarted and whatever is amended", () => {
  let firings = 0;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const program = new AlertProgram(seed, { LevelBook, ArmedWatches, newSql: testSqlStorage });
      program.run();
      firings += program.firings;
    }),
    { numRuns: 60 },
  );
  expect(firings).toBeGreaterThan(600);
});
