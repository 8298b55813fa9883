import { expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { sessions, withdrawals } from "../../db/schema/index.ts";
import { setUpQueryPlans } from "../../dev/query-plans.ts";
import { historyPage } from "../platform/history-page.ts";
import { selectUser, selectUserOfSession } from "../profile/user-view-store.ts";
import { selectHistory, selectOwn, selectWithdrawer } from "./own-withdrawal-store.ts";
import { selectWithdrawalImages } from "./withdrawal-image-store.ts";

const plans = setUpQueryPlans();
const callerId = sql<string>`(SELECT 'ana')`;

test.each([
  ["a request reads", () => selectWithdrawer(plans.query, callerId, Date.now())],
  ["a cancellation reads", () => selectOwn(plans.query, callerId, "one")],
  ["the history reads", () => selectHistory(plans.query, callerId, historyPage(undefined))],
  ["its next page reads", () => selectHistory(plans.query, callerId, historyPage("newest_5_id"))],
  ["the history's images read", () => selectWithdrawalImages(plans.query, eq(withdrawals.userId, callerId))],
  ["the profile and its totals read", () => selectUser(plans.query, callerId)],
  ["a session's profile reads", () => selectUserOfSession(plans.query, sql`${sessions.tokenHash} = 'hash'`)],
])("what %s is one trader's own data, found by indexes, however many traders exist", (_, statement) => {
  const plan = plans.planOf(statement());
  const searched = plan.split("\n").filter((line) => line.startsWith("SEARCH"));
  expect(searched.length).toBeGreaterThan(0);
  expect(plan).not.toMatch(/SCAN (?!CONSTANT)/);
  // An index by state alone would find the requests of all users.
  expect(plan).not.toContain("(status=?)");
});
