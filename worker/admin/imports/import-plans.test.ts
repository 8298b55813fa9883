import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../../dev/query-plans.ts";
import {
  countStaged,
  countWaitingImports,
  type ImportFilter,
  selectImport,
  selectImportedSpan,
  selectImportedTrades,
  selectImporter,
  selectImportPage,
  selectStagedRows,
  selectTrader,
} from "./import-store.ts";

const plans = setUpQueryPlans();
const callerId = sql<string>`(SELECT 'an admin')`;

test("no statement about an import scans a whole table", () => {
  const { query } = plans;
  const page = { limit: 50, sort: "newest", cursor: "newest_1700000000000_0" } as const;
  for (const statement of [
    selectTrader(query, "a trader"),
    selectImport(query, "an import", 0),
    selectImportPage(query, callerId, { user: "a trader" }, page, 0),
    countStaged(query, "an import"),
    selectStagedRows(query, "an import", { after: 200, limit: 200, fate: "duplicate" }),
    selectImportedTrades(query, "an import", { after: 200, limit: 200 }),
    selectImportedSpan(query, "an import"),
    selectImporter(query, callerId, Date.now()),
  ]) {
    expect(plans.planOf(statement)).not.toMatch(/^SCAN (?!CONSTANT ROW)/m);
  }
});

test("files that wait for another admin are counted among the uncommitted ones", () => {
  const plan = plans.planOf(countWaitingImports(plans.query, callerId, Date.now(), { isAged: sql`1`, row: sql`1` }));
  expect(plan).toMatch(/^(SCAN|SEARCH) imports USING (COVERING )?INDEX imports_staged/m);
  expect(plan).toMatch(/SEARCH own USING INDEX imports_committed \(committed_by=\? AND committed_at_ms>\?\)/);
});

test("what an admin moved alone is read from their own last day", () => {
  const plan = plans.planOf(selectImporter(plans.query, callerId, Date.now()));
  expect(plan).toMatch(/SEARCH imports USING INDEX imports_committed \(committed_by=\? AND committed_at_ms>\?\)/);
  expect(plan).toMatch(/SEARCH imports USING INDEX imports_reversed \(reversed_by=\? AND reversed_at_ms>\?\)/);
});

test("a staged row finds the trade of its ticket by the unique index of tickets", () => {
  const plan = plans.planOf(countStaged(plans.query, "an import"));
  expect(plan).toMatch(/SEARCH trades USING INDEX trades_ticket \(user_id=\? AND ticket=\?\)/);
});

test.each<[ImportFilter, RegExp]>([
  [{}, /(SCAN|SEARCH) imports USING INDEX imports_age/],
  [{ status: "staged" }, /(SCAN|SEARCH) imports USING INDEX imports_staged/],
  [{ status: "waiting" }, /(SCAN|SEARCH) imports USING INDEX imports_staged/],
  [{ from: 1, to: 2 }, /SEARCH imports USING INDEX imports_age/],
  [{ status: "reversed" }, /SEARCH imports USING INDEX imports_queue/],
  [{ user: "a trader", status: "reversed", from: 1 }, /SEARCH imports USING INDEX imports_user \(user_id=\?\)/],
])("imports (%p) are read in order of their age", (filter, expected) => {
  for (const sort of ["oldest", "newest"] as const) {
    const plan = plans.planOf(selectImportPage(plans.query, callerId, filter, { limit: 50, sort }, 0));
    expect(plan).toMatch(expected);
    if (filter.user === undefined) expect(plan).not.toContain("TEMP B-TREE");
  }
});

test("trades of an import are read in the order in which they were closed", () => {
  const trades = plans.planOf(selectImportedTrades(plans.query, "an import", { after: 0, limit: 200 }));
  expect(trades).toMatch(/^SEARCH trades USING INDEX trades_import \(import_id=\? AND rowid>\?\)/);
  expect(trades).not.toContain("TEMP B-TREE");
});
