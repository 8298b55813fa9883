import { expect, setDefaultTimeout, test } from "bun:test";
import { runBookCases } from "../../dev/test/book-cases.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();

test("ten thousand acts on the books write what their dry runs show, refusals included", async () => {
  const { posted, refused } = await runBookCases(database.db, 10_000);
  expect(Object.values(posted).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(1_000);
  expect(Object.values(refused).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(1_000);
});
