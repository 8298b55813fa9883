import { expect, setDefaultTimeout, test } from "bun:test";
import { runBookCases } from "../../dev/test/book-cases.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();

test("an act on the books writes what its dry run shows, and the database refuses what its planner refuses", async () => {
  const { posted, refused, owed } = await runBookCases(database.db, 500);
  // The cases reach every kind, both ways.
  const kinds = ["adjustment", "correction", "deposit_reversed", "fee", "payout_returned", "receivable_collected"];
  const decisions = ["exception_dismiss", "exception_match", "exception_refund"];
  const others = ["exception_before", "exception_received"];
  expect(Object.keys(posted).sort()).toEqual([...kinds, ...decisions, ...others].sort());
  expect([...new Set(Object.keys(refused).map((name) => name.split(" ")[0] ?? ""))].sort()).toEqual(
    [...kinds, ...decisions].sort(),
  );
  expect(owed).toBeGreaterThan(2);
});
