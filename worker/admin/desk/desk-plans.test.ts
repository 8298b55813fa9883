import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../../dev/query-plans.ts";
import { deleteUnreferred } from "../../images/image-store.ts";
import { type AuditFilter, selectAuditPage } from "../audit/audit-store.ts";
import {
  type DepositStatus,
  selectDeskDeposit,
  selectDeskDepositPage,
  selectSettlement,
} from "../deposits/deposit-desk-store.ts";
import { type ExceptionStatus, selectException, selectExceptionPage } from "../exceptions/exception-store.ts";
import {
  selectDeskWithdrawal,
  selectDeskWithdrawalPage,
  selectOtherPaidAs,
  type WithdrawalFilter,
} from "../withdrawals/withdrawal-desk-store.ts";
import type { Direction } from "./desk-page.ts";
import { selectTraderContext } from "./trader-context-store.ts";

const plans = setUpQueryPlans();
const me = sql<string>`(SELECT 'an admin')`;
const pages = [{ limit: 50 }, { limit: 50, cursor: "1700000000000_0" }];

/** A walk over a whole table in no order. One along an index ends with its page. */
const WHOLE_TABLE = /^SCAN (?!CONSTANT ROW)(?!.* USING INDEX \w+_age$)/m;

test("one thing of the desk is found by its id, or by the name that the bank gave it", () => {
  const id = crypto.randomUUID();
  for (const statement of [
    selectException(plans.query, id),
    selectDeskDeposit(plans.query, id),
    selectSettlement(plans.query, "hash"),
    selectOtherPaidAs(plans.query, "FT1", id),
    ...selectDeskWithdrawal(plans.query, id),
  ]) {
    expect(plans.planOf(statement)).not.toMatch(/^SCAN/m);
  }
});

test.each<[WithdrawalFilter["status"], Direction, RegExp]>([
  [undefined, "newest_first", /^(SCAN|SEARCH) withdrawals USING INDEX withdrawals_age/],
  ["pending", "oldest_first", /^SEARCH withdrawals USING INDEX withdrawals_queue/],
  ["rejected", "newest_first", /^SEARCH withdrawals USING INDEX withdrawals_queue/],
])("withdrawals (%p) are read in order of their age", (status, direction, expected) => {
  for (const page of pages) {
    const [rows, images] = selectDeskWithdrawalPage(plans.query, me, { status, page, direction });
    expect(plans.planOf(rows)).toMatch(expected);
    expect(plans.planOf(images)).toMatch(/^SEARCH withdrawal_images USING INDEX withdrawal_images_withdrawal/);
    for (const statement of [rows, images]) expect(plans.planOf(statement)).not.toMatch(WHOLE_TABLE);
  }
});

test.each<[ExceptionStatus | undefined, Direction, RegExp]>([
  [undefined, "newest_first", /^(SCAN|SEARCH) payment_exceptions USING INDEX payment_exceptions_age/],
  ["open", "oldest_first", /^SEARCH payment_exceptions USING INDEX payment_exceptions_queue/],
  ["matched", "newest_first", /^SEARCH payment_exceptions USING INDEX payment_exceptions_queue/],
])("payments that wait (%p) are read in order of their age", (status, direction, expected) => {
  for (const page of pages) {
    const plan = plans.planOf(selectExceptionPage(plans.query, me, { id: undefined, status, page, direction }));
    expect(plan).toMatch(expected);
    expect(plan).not.toMatch(WHOLE_TABLE);
  }
});

test.each<[DepositStatus | undefined, string, Direction, RegExp]>([
  [undefined, "", "newest_first", /^(SCAN|SEARCH) deposits USING INDEX deposits_age/],
  ["expired", "", "newest_first", /^SEARCH deposits USING INDEX deposits_ended/],
  ["pending", "", "oldest_first", /^(SCAN|SEARCH) deposits USING INDEX deposits_(open|expiry)/],
  [undefined, "D23456789AB", "newest_first", /^MULTI-INDEX OR/],
  ["expired", "D23456789AB", "newest_first", /^MULTI-INDEX OR/],
  ["pending", "D23456789AB", "oldest_first", /^MULTI-INDEX OR/],
])("deposits (%p) that fit %p are found by an index of theirs", (status, search, direction, expected) => {
  for (const page of pages) {
    expect(plans.planOf(selectDeskDepositPage(plans.query, me, { status, search, page, direction }))).toMatch(expected);
  }
});

test("the withdrawal that a payment was for is found by an index", () => {
  expect(plans.planOf(selectOtherPaidAs(plans.query, "FT-1", "an id"))).toMatch(
    /^SEARCH withdrawals USING INDEX withdrawals_payment_id/,
  );
});

test("the trader behind an item is read by their own rows alone", () => {
  const traderId = sql`(SELECT withdrawals.user_id FROM withdrawals WHERE withdrawals.id = 'an id' AND ${me} IS NOT NULL)`;
  const statements = selectTraderContext(plans.query, traderId, Date.now());
  for (const statement of statements) expect(plans.planOf(statement)).not.toMatch(/^SCAN (?!CONSTANT ROW)/m);
  const [, paid, lastDeposits, paidOut, lastWithdrawals, securityChanges] = statements.map(plans.planOf);
  for (const plan of [paid, lastDeposits]) expect(plan).toMatch(/^SEARCH deposits USING .*deposits_user/);
  for (const plan of [paidOut, lastWithdrawals]) expect(plan).toMatch(/^SEARCH withdrawals USING .*withdrawals_user/);
  expect(securityChanges).toMatch(/^SEARCH audit_log USING INDEX audit_log_subject \(subject=\? AND at_ms>\?\)/);
  for (const plan of [lastDeposits, lastWithdrawals, securityChanges]) expect(plan).not.toContain("TEMP B-TREE");
});

test("an image that goes is not looked for among everybody's payment methods", () => {
  expect(plans.planOf(deleteUnreferred(plans.query, "a.png"))).not.toMatch(WHOLE_TABLE);
});

test.each<[AuditFilter, RegExp]>([
  [{}, /^(SCAN|SEARCH) audit_log USING INDEX audit_log_age/],
  [{ from: 0, to: 1 }, /^SEARCH audit_log USING INDEX audit_log_age/],
  [{ action: "user.logged_in" }, /^SEARCH audit_log USING INDEX audit_log_action/],
  [{ who: "someone" }, /audit_log USING INDEX audit_log_actor/],
  [{ about: "someone" }, /audit_log USING INDEX audit_log_subject/],
])("acts that fit %p are found by an index of theirs", (filter, expected) => {
  for (const page of pages) {
    const plan = plans.planOf(selectAuditPage(plans.query, me, filter, page));
    expect(plan).toMatch(expected);
    expect(plan).not.toMatch(/^SCAN (?!CONSTANT ROW)(?!.*audit_log_age)/m);
  }
});
