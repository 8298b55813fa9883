import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../dev/query-plans.ts";
import { deleteUnreferred } from "../images/image-store.ts";
import { selectDeskDepositPage } from "./deposit-desk-store.ts";
import { selectExceptionPage } from "./exception-store.ts";
import { selectDeskWithdrawalPage, selectOtherPaidAs } from "./withdrawal-desk-store.ts";

const plans = setUpQueryPlans();
const me = sql<string>`(SELECT 'an admin')`;
/** A later page; the first one has less to look for. */
const page = { limit: 50, cursor: "1700000000000_0" };

/** A walk over a whole table in no order. One along an index ends with its page. */
const WHOLE_TABLE = /^SCAN (?!CONSTANT ROW)(?!.* USING INDEX \w+_age$)/m;

test.each([undefined, "pending", "paid", "cancelled"] as const)("deposits (%p) come by an index", (status) => {
  const filter = { status, search: "", page, direction: "oldest_first" } as const;
  expect(plans.planOf(selectDeskDepositPage(plans.query, me, filter))).not.toMatch(WHOLE_TABLE);
});

test.each([undefined, "pending", "paid"] as const)(
  "deposits (%p) that are searched for are few from the start",
  (status) => {
    const filter = { status, search: "D23456789AB", page, direction: "newest_first" } as const;
    const plan = plans.planOf(selectDeskDepositPage(plans.query, me, filter));
    expect(plan).toStartWith("MULTI-INDEX OR");
    expect(plan).not.toMatch(WHOLE_TABLE);
  },
);

test.each([undefined, "open", "matched"] as const)("payments that wait (%p) come by an index", (status) => {
  const filter = { id: undefined, status, page, direction: "oldest_first" } as const;
  expect(plans.planOf(selectExceptionPage(plans.query, me, filter))).not.toMatch(WHOLE_TABLE);
});

test.each([undefined, "pending", "approved", "completed"] as const)("withdrawals (%p) come by an index", (status) => {
  const filter = { status, page, direction: "oldest_first" } as const;
  for (const statement of selectDeskWithdrawalPage(plans.query, me, filter)) {
    expect(plans.planOf(statement)).not.toMatch(WHOLE_TABLE);
  }
});

test("the withdrawal that a payment was for is found by an index", () => {
  expect(plans.planOf(selectOtherPaidAs(plans.query, "FT-1", "an id"))).toMatch(
    /^SEARCH withdrawals USING INDEX withdrawals_payment_id/,
  );
});

test("an image that goes is not looked for among everybody's payment methods", () => {
  expect(plans.planOf(deleteUnreferred(plans.query, "a.png"))).not.toMatch(WHOLE_TABLE);
});
