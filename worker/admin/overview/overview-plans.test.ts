import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../../dev/query-plans.ts";
import { selectNewestFor } from "../../journal/journal-rows-store.ts";
import { selectPause } from "../../ledger/pause-store.ts";
import {
  selectBakongState,
  selectClientMoney,
  selectHouseAccounts,
  selectMatchedPayments,
  selectPaidDeposits,
  selectPaidWithdrawals,
  selectPayoutsBegun,
  selectUndecidedPayments,
  sinceAt,
} from "./money-store.ts";
import { selectArrivals, selectQueues } from "./queue-store.ts";

const plans = setUpQueryPlans();
const callerId = sql<string>`(SELECT 'an admin')`;

test("each queue is counted in its part of an index", () => {
  const [stages, identities, exceptions] = selectQueues(plans.query, callerId, {
    nowMs: 0,
    firstTargetHours: 24,
    unverifiedPayout: "refused",
    soleApproverPayout: "refused" as const,
  }).map(plans.planOf);
  // Rows of the part are worked out once, and those are counted.
  expect(stages).toMatch(/^CO-ROUTINE withdrawals\nSEARCH withdrawals USING INDEX withdrawals_queue \(status=\?\)/m);
  expect(stages?.match(/^SEARCH withdrawals/gm)).toHaveLength(1);
  expect(stages).toMatch(/^SEARCH identities USING .*\(user_id=\?\)/m);
  expect(stages).toMatch(/^SEARCH approvals USING INDEX \S+ \(subject=\? AND act=\?\)/m);
  expect(identities).toMatch(/^SEARCH identities USING COVERING INDEX identities_queue \(status=\?\)/m);
  expect(exceptions).toMatch(/^SEARCH payment_exceptions USING INDEX payment_exceptions_queue \(status=\?\)/m);
  for (const plan of [stages, identities, exceptions]) {
    expect(plan).toMatch(/^SEARCH client_questions USING (COVERING )?INDEX client_questions_one_open \(subject=\?\)/m);
    expect(plan).toMatch(/^SEARCH client_questions USING INDEX client_questions_subject \(subject=\?\)/m);
  }
  expect(exceptions).toMatch(/^SEARCH approvals USING INDEX \S+ \(subject=\?/m);
  for (const plan of [stages, identities, exceptions]) expect(plan).not.toContain("approvals_admin");
  for (const plan of [stages?.replaceAll(/^SCAN withdrawals$/gm, ""), identities, exceptions]) {
    expect(plan).not.toMatch(/^SCAN (?!CONSTANT ROW)/m);
  }
});

test("the latest arrival is the end of each queue's index by age", () => {
  const [withdrawals, identities, exceptions] = selectArrivals(plans.query, callerId).map(plans.planOf);
  expect(withdrawals).toMatch(/withdrawals USING COVERING INDEX withdrawals_age$/m);
  expect(identities).toMatch(/identities USING COVERING INDEX identities_age$/m);
  expect(exceptions).toMatch(/payment_exceptions USING COVERING INDEX payment_exceptions_age$/m);
  for (const plan of [withdrawals, identities, exceptions]) expect(plan).not.toContain("TEMP B-TREE");
});

test("the month's totals are read from the month's range of a covering index", () => {
  const since = sinceAt(Date.UTC(2026, 10, 21, 12), "UTC");
  expect(plans.planOf(selectPaidDeposits(plans.query, callerId, since))).toMatch(
    /^SEARCH deposits USING COVERING INDEX deposits_paid_sums \(paid_at_ms>\?\)/m,
  );
  expect(plans.planOf(selectPaidWithdrawals(plans.query, callerId, since))).toMatch(
    /^SEARCH withdrawals USING COVERING INDEX withdrawals_paid_sums \(completed_at_ms>\?\)/m,
  );
  expect(plans.planOf(selectMatchedPayments(plans.query, callerId, since))).toMatch(
    /^SEARCH payment_exceptions USING INDEX payment_exceptions_queue \(status=\?\)/m,
  );
});

test("client money is summed along indexes, without the accounts that are empty", () => {
  expect(plans.planOf(selectClientMoney(plans.query, callerId))).toMatch(
    /^SEARCH accounts USING COVERING INDEX accounts_client_money \(kind=\?\)/m,
  );
  expect(plans.planOf(selectUndecidedPayments(plans.query, callerId))).toMatch(
    /^SEARCH payment_exceptions USING INDEX payment_exceptions_queue \(status=\?\)/m,
  );
  expect(plans.planOf(selectPayoutsBegun(plans.query, callerId))).toMatch(
    /^SEARCH withdrawals USING INDEX withdrawals_queue\S* \(status=\?\)/m,
  );
});

test("the newest row for the journal is the end of its table", () => {
  const plan = plans.planOf(selectNewestFor(plans.query, callerId));
  expect(plan).toMatch(/^SEARCH money_journal_rows$/m);
  expect(plan).not.toContain("SCAN money_journal_rows");
});

test("the company's accounts, the pause and the state of services are found by their names", () => {
  for (const select of [selectHouseAccounts, selectPause, selectBakongState]) {
    expect(plans.planOf(select(plans.query, callerId))).not.toMatch(/^SCAN (?!CONSTANT ROW)/m);
  }
});

const HOUR_MS = 60 * 60_000;

test.each([
  ["UTC", 0],
  ["Asia/Phnom_Penh", 7],
  ["America/New_York", -5],
] as const)("a day and a month begin at midnight in the operation's zone, in %s too", (timeZone, hoursAhead) => {
  const midnight = (year: number, month: number, date: number) =>
    Date.UTC(year, month - 1, date) - hoursAhead * HOUR_MS;
  const since = { dayMs: midnight(2026, 12, 31), monthMs: midnight(2026, 12, 1) };
  expect(sinceAt(midnight(2026, 12, 31), timeZone)).toEqual(since);
  expect(sinceAt(midnight(2027, 1, 1) - 1, timeZone)).toEqual(since);
  const newYear = { dayMs: midnight(2027, 1, 1), monthMs: midnight(2027, 1, 1) };
  expect(sinceAt(midnight(2027, 1, 1), timeZone)).toEqual(newYear);
});
