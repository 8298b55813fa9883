import { expect, test } from "bun:test";
import { type Query, sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../dev/query-plans.ts";
import {
  deleteOldAlerts,
  expireAlerts,
  insertFirings,
  selectAlerts,
  selectBookAlerts,
  selectFirings,
  selectUnarmedOwners,
  writeArmed,
  writeExpired,
} from "./alert-store.ts";

const plans = setUpQueryPlans();
const caller = sql<string>`'somebody'`;

test("the cron's queries of every minute use an index, however many alerts and firings exist", () => {
  const { query, planOf } = plans;
  expect(planOf(expireAlerts(query, 1))).toContain("SEARCH price_alerts USING INDEX price_alerts_expiry");
  expect(planOf(selectUnarmedOwners(query, 1))).toContain("USING INDEX price_alerts_unarmed");
  const [alerts, firings] = deleteOldAlerts(query, 1);
  expect(planOf(alerts)).toContain("SEARCH price_alerts USING INDEX price_alerts_age");
  expect(planOf(firings)).toContain("INDEX alert_firings_age (fired_at_ms<?)");
});

test("a trader's lists, and the book's, use the index of the trader", () => {
  const { query, planOf } = plans;
  const own = "SEARCH price_alerts USING INDEX price_alerts_user (user_id=?)";
  expect(planOf(selectAlerts(query, caller, 1))).toContain(own);
  expect(planOf(selectBookAlerts(query, "somebody"))).toContain(own);
  const page = planOf(selectFirings(query, caller, { before: 5, limit: 50 }));
  expect(page).toBe("SEARCH alert_firings USING INDEX alert_firings_user (user_id=? AND id<?)");
});

test("what the book records is found by the ids of alerts, however many a trader has", () => {
  const { query, planOf } = plans;
  const [insert, select] = insertFirings(query, []);
  const byId = "SEARCH price_alerts USING INTEGER PRIMARY KEY (rowid=?)";
  const planOfText = (statement: { getQuery(): Query }) => planOf({ toSQL: () => statement.getQuery() });
  for (const write of [insert, writeArmed(query, "somebody", []), writeExpired(query, [])]) {
    expect(planOfText(write)).toContain(byId);
  }
  for (const plan of [planOfText(insert), planOf(select)]) {
    expect(plan).toContain("INDEX alert_firings_once (alert_id=? AND quote_seq=?)");
  }
});
