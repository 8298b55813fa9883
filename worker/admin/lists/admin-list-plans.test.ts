import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../../dev/query-plans.ts";
import { WITHDRAWAL_VIEWS } from "../../contract/withdrawal-lists.ts";
import { deleteUnreferred } from "../../images/image-store.ts";
import type { Sort } from "../../platform/paging.ts";
import { type AuditFilter, selectAuditPage } from "../audit/audit-store.ts";
import {
  type DepositFilter,
  selectAdminDeposit,
  selectAdminDepositPage,
  selectUsed,
} from "../deposits/deposit-admin-store.ts";
import { type ExceptionFilter, selectException, selectExceptionPage } from "../exceptions/exception-store.ts";
import { selectTraderContext } from "../users/trader-context-store.ts";
import {
  selectAdminWithdrawal,
  selectAdminWithdrawalPage,
  selectOtherPaidAs,
  selectPayouts,
  type WithdrawalFilter,
} from "../withdrawals/withdrawal-admin-store.ts";

const plans = setUpQueryPlans();
const callerId = sql<string>`(SELECT 'an admin')`;
/** The first page, and a later one. */
const pagesOf = <S extends Sort>(sort: S) => [
  { limit: 50, sort },
  { limit: 50, sort, cursor: `${sort}_1700000000000_0` },
];

/** A scan of a whole table without an index. A scan along an index ends with its page. */
const WHOLE_TABLE = /^SCAN (?!CONSTANT ROW)(?!.* USING (COVERING )?INDEX \w+_(age|by_amount)$)/m;

test("a single record is found by its id, or by the bank's id of it", () => {
  const id = crypto.randomUUID();
  for (const statement of [
    selectException(plans.query, callerId, id),
    selectAdminDeposit(plans.query, id),
    selectUsed(plans.query, { settlementHash: "hash", bankReference: "FT 1" }),
    selectOtherPaidAs(plans.query, "FT1", id),
    ...selectAdminWithdrawal(plans.query, callerId, id),
  ]) {
    expect(plans.planOf(statement)).not.toMatch(/^SCAN (?!CONSTANT ROW)/m);
  }
});

/** Rows are sorted rather than read in the order of an index. */
const SORTED = /USE TEMP B-TREE FOR .*PART OF ORDER BY|USE TEMP B-TREE FOR ORDER BY/;
const RULES = {
  nowMs: 0,
  firstTargetHours: 24,
  unverifiedPayout: "refused",
  soleApproverPayout: "refused" as const,
} as const;
const period = { from: 1, to: 2 };
const amounts = { minAmount: 1, maxAmount: 2 };

describe.each(["oldest", "newest", "smallest", "largest"] as const)("with the %s first", (sort) => {
  const isByAge = sort === "oldest" || sort === "newest";

  test.each<[WithdrawalFilter, string]>([
    [{}, isByAge ? "withdrawals_age" : "withdrawals_by_amount"],
    [{ ...period, ...amounts, method: "KHQR" }, isByAge ? "withdrawals_age" : "withdrawals_by_amount"],
    [{ status: "pending" }, isByAge ? "withdrawals_queue" : "withdrawals_queue_by_amount"],
    [
      { status: "rejected", ...period, ...amounts, method: "KHQR" },
      isByAge ? "withdrawals_queue" : "withdrawals_queue_by_amount",
    ],
  ])("withdrawals (%p) are read along %s", (filter, index) => {
    for (const page of pagesOf(sort)) {
      const [rows, images] = selectAdminWithdrawalPage(plans.query, callerId, filter, page, RULES);
      expect(plans.planOf(rows)).toMatch(new RegExp(`^(SCAN|SEARCH) withdrawals USING INDEX ${index}( |$)`, "m"));
      expect(plans.planOf(images)).toMatch(/^SEARCH withdrawal_images USING INDEX withdrawal_images_withdrawal/);
      for (const statement of [rows, images]) expect(plans.planOf(statement)).not.toMatch(WHOLE_TABLE);
      expect(plans.planOf(rows)).not.toMatch(SORTED);
    }
  });

  test("withdrawals of one user read only their rows", () => {
    for (const page of pagesOf(sort)) {
      const filter = { user: "bopha", status: "pending", ...period, ...amounts } as const;
      const [rows] = selectAdminWithdrawalPage(plans.query, callerId, filter, page, RULES);
      expect(plans.planOf(rows)).toMatch(/^SEARCH withdrawals USING INDEX withdrawals_user \(user_id=\?\)/m);
      const byAccount = selectAdminWithdrawalPage(plans.query, callerId, { user: "000 123" }, page, RULES)[0];
      for (const statement of [rows, byAccount]) expect(plans.planOf(statement)).not.toMatch(/^SCAN withdrawals/m);
      expect(plans.planOf(byAccount)).toMatch(/withdrawals USING INDEX withdrawals_account \(<expr>/);
      expect(plans.planOf(byAccount)).toMatch(/payment_methods USING INDEX payment_methods_account \(<expr>/);
    }
  });

  test.each<[DepositFilter, RegExp]>([
    [{}, isByAge ? /^(SCAN|SEARCH) deposits USING INDEX deposits_age/m : /deposits USING INDEX deposits_by_amount/],
    [{ ...period, ...amounts }, isByAge ? /^SEARCH deposits USING INDEX deposits_age/m : /INDEX deposits_by_amount/],
    [
      { status: "expired" },
      isByAge ? /INDEX deposits_ended \(status=\?/ : /INDEX deposits_ended_by_amount \(status=\?/,
    ],
    [
      { status: "paid", ...period, ...amounts },
      isByAge ? /INDEX deposits_ended \(status=\?/ : /INDEX deposits_ended_by_amount \(status=\?/,
    ],
  ])("deposits (%p) are read along %s", (filter, expected) => {
    for (const page of pagesOf(sort)) {
      const plan = plans.planOf(selectAdminDepositPage(plans.query, callerId, filter, page));
      expect(plan).toMatch(expected);
      expect(plan).not.toMatch(WHOLE_TABLE);
      expect(plan).not.toMatch(SORTED);
    }
  });

  test.each<[WithdrawalFilter, RegExp]>([
    [{ status: "open" }, /^SEARCH withdrawals USING INDEX withdrawals_queue\w* \(status=\?\)/m],
    ...WITHDRAWAL_VIEWS.map((stage): [WithdrawalFilter, RegExp] => [
      { stage },
      /^SEARCH withdrawals USING INDEX withdrawals_queue\w* \(status=\?\)/m,
    ]),
    [
      { status: "open", stage: "claimed", ...period },
      /^SEARCH withdrawals USING INDEX withdrawals_queue\w* \(status=\?\)/m,
    ],
    [
      { status: "completed", completedFrom: 1, completedTo: 2 },
      /^SEARCH withdrawals USING INDEX withdrawals_paid_sums/m,
    ],
  ])("withdrawals (%p) are few, and have an index of their own", (filter, expected) => {
    for (const page of pagesOf(sort)) {
      const [rows, images] = selectAdminWithdrawalPage(plans.query, callerId, filter, page, RULES);
      expect(plans.planOf(rows)).toMatch(expected);
      for (const statement of [rows, images]) expect(plans.planOf(statement)).not.toMatch(WHOLE_TABLE);
    }
  });

  test.each<[DepositFilter, RegExp]>([
    [{ status: "paid", paidFrom: 1, paidTo: 2 }, /^SEARCH deposits USING INDEX deposits_paid_sums/m],
    [{ status: "pending" }, /^(SCAN|SEARCH) deposits USING INDEX deposits_(open|expiry)/m],
    [{ search: "D23456789AB" }, /^MULTI-INDEX OR/m],
    [{ search: "D23456789AB", status: "expired", ...period, ...amounts }, /^MULTI-INDEX OR/m],
    [{ search: "D23456789AB", status: "pending" }, /^MULTI-INDEX OR/m],
  ])("deposits (%p) are few, and have an index of their own", (filter, expected) => {
    for (const page of pagesOf(sort)) {
      expect(plans.planOf(selectAdminDepositPage(plans.query, callerId, filter, page))).toMatch(expected);
    }
  });
});

describe.each(["oldest", "newest"] as const)("with the %s first", (sort) => {
  test.each<[ExceptionFilter, RegExp]>([
    [{}, /^(SCAN|SEARCH) payment_exceptions USING INDEX payment_exceptions_age/m],
    [{ ...period, reason: "paid_twice" }, /^SEARCH payment_exceptions USING INDEX payment_exceptions_age/m],
    [{ status: "open" }, /^SEARCH payment_exceptions USING INDEX payment_exceptions_queue/m],
    [
      { status: "matched", decidedFrom: 1, decidedTo: 2 },
      /^SEARCH payment_exceptions USING INDEX payment_exceptions_queue/m,
    ],
    [{ status: "matched", ...period }, /^SEARCH payment_exceptions USING INDEX payment_exceptions_queue/m],
    [
      { user: "bopha", status: "open", ...period },
      /^SEARCH payment_exceptions USING INDEX payment_exceptions_deposit/m,
    ],
  ])("mismatched payments (%p) are read along an index", (filter, expected) => {
    for (const page of pagesOf(sort)) {
      const plan = plans
        .planOf(selectExceptionPage(plans.query, callerId, filter, page))
        .replaceAll("SCAN users USING COVERING INDEX users_addresses", "");
      expect(plan).toMatch(expected);
      expect(plan).not.toMatch(WHOLE_TABLE);
      if (filter.user === undefined) expect(plan).not.toMatch(SORTED);
    }
  });

  test.each<[AuditFilter, RegExp]>([
    [{}, /^(SCAN|SEARCH) audit_log USING INDEX audit_log_age/m],
    [period, /^SEARCH audit_log USING INDEX audit_log_age/m],
    [{ action: "user.logged_in" }, /^SEARCH audit_log USING INDEX audit_log_action/m],
    [{ who: "someone" }, /audit_log USING INDEX audit_log_actor/],
    [{ about: "someone" }, /audit_log USING INDEX audit_log_subject/],
  ])("audit entries for %p have an index of their own", (filter, expected) => {
    for (const page of pagesOf(sort)) {
      const plan = plans.planOf(selectAuditPage(plans.query, callerId, filter, page));
      expect(plan).toMatch(expected);
      expect(plan).not.toMatch(/^SCAN (?!CONSTANT ROW)(?!.*audit_log_age)/m);
    }
  });
});

test("the withdrawal of a payment is found by an index", () => {
  expect(plans.planOf(selectOtherPaidAs(plans.query, "FT-1", "an id"))).toMatch(
    /^SEARCH withdrawals USING INDEX withdrawals_payment_reference/,
  );
});

test("the context of a trader reads only their own rows", () => {
  const traderId = sql`(SELECT withdrawals.user_id FROM withdrawals WHERE withdrawals.id = 'an id' AND ${callerId} IS NOT NULL)`;
  const statements = selectTraderContext(plans.query, callerId, traderId, Date.now());
  for (const statement of statements) expect(plans.planOf(statement)).not.toMatch(/^SCAN (?!CONSTANT ROW)/m);
  const [
    person,
    depositCount,
    lastDeposits,
    withdrawalCount,
    lastWithdrawals,
    changes,
    identity,
    sessions,
    notes,
    nameChanges,
  ] = statements.map(plans.planOf);
  expect(person).not.toContain("TEMP B-TREE");
  expect(notes).toMatch(/^SEARCH user_notes USING INDEX user_notes_user/);
  for (const plan of [depositCount, lastDeposits]) expect(plan).toMatch(/^SEARCH deposits USING .*deposits_user/);
  for (const plan of [withdrawalCount, lastWithdrawals]) {
    expect(plan).toMatch(/^SEARCH withdrawals USING .*withdrawals_user/);
  }
  expect(changes).toMatch(/^SEARCH audit_log USING INDEX audit_log_subject \(subject=\? AND at_ms>\?\)/);
  expect(identity).toMatch(/^SEARCH audit_log USING INDEX audit_log_subject \(subject=\?\)/);
  expect(nameChanges).toMatch(/^SEARCH audit_log USING INDEX audit_log_subject \(subject=\? AND at_ms>\?\)/);
  expect(sessions).toMatch(/^SEARCH sessions USING INDEX sessions_user \(user_id=\?\)/);
  for (const plan of [lastDeposits, lastWithdrawals, changes, identity, notes, nameChanges])
    expect(plan).not.toContain("TEMP B-TREE");
  const payouts = plans.planOf(selectPayouts(plans.query, "an id"));
  expect(payouts).toMatch(/^SEARCH other USING INDEX withdrawals_user \(user_id=\?\)/m);
  expect(payouts).not.toMatch(/^SCAN/m);
});

test("deleting an image does not scan all payment methods", () => {
  expect(plans.planOf(deleteUnreferred(plans.query, "a.png"))).not.toMatch(WHOLE_TABLE);
});
