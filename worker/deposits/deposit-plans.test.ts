import { expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { deposits } from "../../db/schema/index.ts";
import { setUpQueryPlans } from "../../dev/query-plans.ts";
import { endUnpaid, selectDue } from "./deposit-store.ts";
import { selectReviews } from "./payment-exceptions.ts";

const plans = setUpQueryPlans();

test("what the cron asks every minute is found by an index, however many deposits there are", () => {
  const { query, planOf } = plans;
  const expired = sql`${deposits.expiresAtMs} <= ${Date.now()}`;
  const [, update] = endUnpaid(query, expired, { status: "expired", actor: "system" }, Date.now());
  expect(planOf(update)).toMatch(/^SEARCH deposits USING (COVERING )?INDEX deposits_expiry/);
  expect(planOf(selectDue(query, Date.now(), 100))).toMatch(
    /^SEARCH deposits USING (COVERING )?INDEX deposits_next_ask/,
  );
});

test("the reviews of one person's payments are found by an index, however many wait", () => {
  const { query, planOf } = plans;
  const plan = planOf(selectReviews(query, eq(deposits.userId, "somebody")));
  expect(plan).toContain("SEARCH payment_exceptions USING INDEX payment_exceptions_deposit");
  expect(plan).toContain("SEARCH deposits USING INDEX deposits_user");
});
