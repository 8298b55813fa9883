import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../../dev/query-plans.ts";
import { selectBankTransfers, selectTransferCounts } from "../../bank-statements/open-money-store.ts";
import { selectFingerprint } from "../../month-close/month-close-store.ts";
import { spanOf } from "../../month-close/month-rules.ts";
import { selectMonthFacts } from "../month-close/month-facts.ts";
import { selectClientFlows, selectDayCounts, selectDayLines, selectDayPairs, selectKindBalances } from "./day-store.ts";

const plans = setUpQueryPlans();
const callerId = sql<string>`(SELECT 'an admin')`;
const PAGE = { day: 20_600, currency: "USD", isOpen: false, rows: 300 } as const;
const TIME = { fromMs: 1, toMs: 2, currency: "USD" } as const;

test("a day is read by its own lines, its own transfers, and what belongs to them", () => {
  const { query, planOf } = plans;
  const read = [
    selectDayLines(query, callerId, PAGE),
    selectDayLines(query, callerId, { ...PAGE, isOpen: true }),
    selectDayPairs(query, callerId, PAGE, TIME),
    selectDayCounts(query, callerId, { from: 1, to: 2, currency: "USD" }),
    selectBankTransfers(query, callerId, { ...TIME, is: "open", max: 3_000 }),
    selectTransferCounts(query, callerId, TIME),
    selectClientFlows(query, callerId, TIME),
    selectKindBalances(query, callerId, { atMs: 2, nowMs: 3, currency: "USD" }),
  ].map((statement) => planOf({ toSQL: () => statement.getQuery() }));
  const [lines, open, pairs, counts, transfers, transferCounts, flows, kinds] = read;
  for (const plan of [lines, open, pairs]) expect(plan).toContain("statement_lines_day (currency=? AND day=?)");
  expect(counts).toContain("statement_lines_day (currency=? AND day>? AND day<?)");
  for (const plan of [pairs, transfers, transferCounts, flows])
    expect(plan).toContain("transfers_age (at_ms>? AND at_ms<?)");
  expect(kinds).toContain("transfers_age (at_ms>?)");
  expect(kinds).toContain("transfers_age (at_ms>? AND at_ms<?)");
  expect(kinds).toContain("month_closes_sealed");
  expect(kinds).toContain("accounts_client_money (kind=?");
  for (const plan of read)
    expect(plan).not.toMatch(/^SCAN (?:transfers|entries|accounts|statement_lines|line_match\w+)\b/m);
});

/** Reads a table of transfers as a whole. */
const SCANS = /^SCAN (?:transfers|entries|statement_lines|line_match\w+|withdrawals)\b(?! USING)/m;

test("a month is read by its own transfers, and its seal asks each of them for its line", () => {
  const { query, planOf } = plans;
  const span = spanOf("2026-11", "Asia/Phnom_Penh");
  const plansOf = [...selectMonthFacts(query, callerId, span), selectFingerprint(query, callerId, span, "2026-10")].map(
    (statement) => ("toSQL" in statement ? planOf(statement) : planOf({ toSQL: () => statement.getQuery() })),
  );
  for (const plan of plansOf) expect(plan).not.toMatch(SCANS);
  // The conditions of the trigger, with what it would be asked about.
  const guards = readFileSync(join(import.meta.dir, "../../../db/guards/month_closes.sql"), "utf8");
  const body = /TRIGGER month_closes_decided .*?\bBEGIN\n(.*?)\nEND;/s.exec(guards)?.[1] ?? "";
  const conditions = body
    .replaceAll(/\b(?:OLD|NEW)\.\w+/g, "?")
    .replaceAll(/RAISE\(ABORT, '\w+'\)/g, "1")
    .split(/;\n?/)
    .filter((statement) => statement.trim() !== "");
  expect(conditions).toHaveLength(6);
  for (const statement of conditions) {
    const params = Array.from(statement.matchAll(/\?/g), () => 1);
    expect(planOf({ toSQL: () => ({ sql: statement, params }) })).not.toMatch(SCANS);
  }
});
