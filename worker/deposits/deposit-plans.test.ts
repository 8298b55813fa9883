import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { deposits } from "../../db/schema/index.ts";
import { setUpQueryPlans } from "../../dev/query-plans.ts";
import { endUnpaid, selectDue } from "./deposit-store.ts";

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
