import { expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { deposits } from "../../db/schema/index.ts";
import { setUpQueryPlans } from "../../dev/query-plans.ts";
import { selectOddCredits } from "../ledger/ledger-store.ts";
import { historyPage } from "../platform/history-page.ts";
import { expireDeposits, selectHistory } from "./deposit-store.ts";
import { selectReviews } from "./payment-exception-store.ts";
import { claimPoll, selectDue } from "./payment-poll-store.ts";

const plans = setUpQueryPlans();

test("the cron's queries of every minute use an index, however many deposits exist", () => {
  const { query, planOf } = plans;
  const [, update] = expireDeposits(query, Date.now());
  expect(planOf(update)).toMatch(/^SEARCH deposits USING (COVERING )?INDEX deposits_expiry/);
  expect(planOf(selectDue(query, Date.now(), 100))).toContain("SEARCH deposits USING INDEX deposits_next_ask");
});

test("whether a user's deposits were polled recently is found by an index, however many codes they have", () => {
  const { query, planOf } = plans;
  for (const claim of claimPoll(query, sql`'somebody'`, "0".repeat(32), Date.now())) {
    expect(planOf(claim)).toMatch(/SEARCH others USING COVERING INDEX deposits_asked/);
  }
});

test("the first and the next page of a user's history use an index", () => {
  const { query, planOf } = plans;
  for (const cursor of [undefined, "newest_5_id"]) {
    const plan = planOf(selectHistory(query, sql`'somebody'`, undefined, historyPage(cursor)));
    expect(plan).toStartWith("SEARCH deposits USING INDEX deposits_user (user_id=?");
  }
});

test("the reviews of a user's payments use an index, however many are open", () => {
  const { query, planOf } = plans;
  const plan = planOf(selectReviews(query, eq(deposits.userId, "somebody")));
  expect(plan).toContain("SEARCH payment_exceptions USING INDEX payment_exceptions_deposit");
  expect(plan).toContain("SEARCH deposits USING INDEX deposits_user");
});

test("what was credited for a code is found by its transfers, however many entries its trader has", () => {
  const { query, planOf } = plans;
  const plan = planOf(selectOddCredits(query));
  expect(plan).toContain("SEARCH transfers USING INDEX transfers_once (kind=? AND reference=?)");
  expect(plan).not.toContain("entries_account");
});
