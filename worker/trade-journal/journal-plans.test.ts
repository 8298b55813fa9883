import { expect, test } from "bun:test";
import { type Query, sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../dev/query-plans.ts";
import {
  selectEntries,
  selectLabels,
  selectNamedEntries,
  selectNamedLabels,
  selectToReview,
  writeEntries,
  writeLabels,
} from "./journal-store.ts";

const plans = setUpQueryPlans();
const caller = sql<string>`'somebody'`;
const SPAN = { fromMs: 1, toMs: 2, firstDay: "2026-11-21", lastDay: "2026-11-29", weeks: ["2026-W48"] };

test("the entries of a span are found by its trades, days and weeks, however many a trader has", () => {
  const { query, planOf } = plans;
  for (const [account, trades] of [
    ["cash", "trades USING COVERING INDEX"],
    ["run:1", "demo_parts USING"],
    ["broker:1", "broker_trades USING INDEX broker_trades_closed"],
  ] as const) {
    const [ofTrades, ofDays, ofWeeks] = selectEntries(query, caller, account, SPAN).map(planOf);
    expect(ofTrades).toContain(trades);
    for (const plan of [ofTrades, ofWeeks]) expect(plan).toContain("(user_id=? AND account=? AND subject=? AND key=?)");
    expect(ofDays).toContain("(user_id=? AND account=? AND subject=? AND key>? AND key<?)");
    const toReview = planOf(selectToReview(query, caller, account, SPAN));
    expect(toReview).toContain(trades);
    expect(toReview).not.toMatch(/SCAN (trades|demo_parts|broker_trades|journal)/);
  }
});

test("labels and changed entries are found by their person and names", () => {
  const { query, planOf } = plans;
  expect(planOf(selectLabels(query, caller))).toContain("journal_labels_number (user_id=?)");
  expect(planOf(selectNamedLabels(query, caller, []))).toContain("(user_id=? AND id=?)");
  expect(planOf(selectNamedEntries(query, caller, []))).toContain("(user_id=? AND account=? AND subject=? AND key=?)");
  const planOfText = (statement: { getQuery(): Query }) => planOf({ toSQL: () => statement.getQuery() });
  for (const write of [writeLabels(query, caller, [], 1), writeEntries(query, caller, [], 1)]) {
    expect(planOfText(write)).not.toContain("SCAN journal");
  }
});
