import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../dev/query-plans.ts";
import { selectRows } from "./trade-block-store.ts";
import { selectRunQuarters } from "./trade-figures-store.ts";
import { selectRun, selectRunDetail, selectRunPage, selectSetups, selectStudied } from "./trade-store.ts";

const plans = setUpQueryPlans();
const me = sql<string>`'me'`;
const account = { kind: "run", run: 3 } as const;
const after = { closedAtMs: 5, id: 5 };

test("what is read of a demo run is found by indexes, in the order of the list", () => {
  const { query, planOf } = plans;
  const page = (filter: object) => selectRunPage(query, me, account, { filter, after, limit: 51 });
  const inOrder = selectRows(query, me, account, { filter: {}, span: { fromMs: 1, untilMs: 9 }, limit: 5 });
  const byClosing = /USING (COVERING )?INDEX demo_parts_closed \(user_id=\? AND run=\? AND /;
  for (const statement of [
    page({}),
    page({ result: "win" }),
    selectRunQuarters(query, me, account, { fromMs: 1, toMs: 2 }),
    inOrder,
  ]) {
    expect(planOf(statement)).toMatch(byClosing);
  }
  expect(planOf(page({ symbol: "BTCUSD" }))).toMatch(/INDEX demo_parts_(symbol|closed) \(user_id=\? AND run=\?/);
  expect(planOf(page({}))).not.toContain("TEMP B-TREE");
  const studied = planOf(selectStudied(query, me, account, 10));
  expect(studied).toMatch(/INDEX demo_parts_closed \(user_id=\? AND run=\?\)/);
  expect(studied).not.toContain("TEMP B-TREE");
  expect(planOf(selectSetups(query, me, account))).not.toMatch(/SCAN demo_parts(?! USING INDEX demo_parts_setup)/);
  expect(planOf(inOrder)).not.toContain("TEMP B-TREE");
  expect(planOf(selectRun(query, me, 3))).toContain("demo_runs_1 (user_id=? AND run=?)");
  const detail = planOf(selectRunDetail(query, me, 3));
  expect(detail).toContain("demo_runs_1 (user_id=? AND run=?)");
  expect(detail).toMatch(/COVERING INDEX demo_parts_(closed|symbol) \(user_id=\? AND run=\?/);
  expect(detail).not.toContain("SCAN");
});
