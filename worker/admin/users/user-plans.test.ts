import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../../dev/query-plans.ts";
import { TIMELINE_KINDS } from "../../contract/timeline-kinds.ts";
import { selectSessionsOf } from "../../platform/session-store.ts";
import {
  selectAdminAddresses,
  selectAdminUser,
  selectLastDecision,
  selectNotesOn,
  selectUserPage,
  USER_STATES,
} from "./user-admin-store.ts";
import { selectTimelinePage } from "./user-timeline-store.ts";

const plans = setUpQueryPlans();
const callerId = sql<string>`(SELECT 'an admin')`;
const pages = [
  { limit: 50, sort: "newest" as const },
  { limit: 50, sort: "newest" as const, cursor: "newest_1700000000000_0" },
  { limit: 50, sort: "oldest" as const },
];

/** A scan of a whole table. A scan along an index by age ends with its page. */
const WHOLE_TABLE =
  /^SCAN (?!CONSTANT ROW)(?!.* USING (COVERING )?INDEX users_(age|frozen|closed|unverified|admins)$)/m;

test("all users, or those in a state, are read in order of their age", () => {
  for (const page of pages) {
    const all = plans.planOf(selectUserPage(plans.query, callerId, {}, page));
    expect(all).toMatch(/^(SCAN|SEARCH) users USING INDEX users_age/);
    expect(all).not.toMatch(WHOLE_TABLE);
    for (const state of USER_STATES) {
      const plan = plans.planOf(selectUserPage(plans.query, callerId, { state }, page));
      expect(plan, state).toMatch(/^(SCAN|SEARCH) users USING INDEX users_(frozen|closed|unverified|admins)/);
      expect(plan).not.toMatch(WHOLE_TABLE);
    }
  }
});

test("users are found by the indexes of their names, addresses, bills and payments, in any state", () => {
  for (const state of [undefined, ...USER_STATES]) {
    for (const page of pages) {
      const plan = plans.planOf(selectUserPage(plans.query, callerId, { search: "Bopha K", state }, page));
      for (const index of ["users_email", "users_username", "users_first_name", "users_last_name"]) {
        expect(plan).toMatch(new RegExp(`SEARCH users USING INDEX ${index} \\(`));
      }
      expect(plan).toMatch(/SEARCH deposits USING INDEX deposits_bill_number \(bill_number>\? AND bill_number<\?\)/);
      expect(plan).toMatch(/SEARCH withdrawals USING INDEX withdrawals_payment_id \(payment_id>\? AND payment_id<\?\)/);
      expect(plan).not.toMatch(/SCAN (?!CONSTANT ROW)/);
    }
  }
});

test("a user's timeline is found by its subjects, without scanning the whole log", () => {
  for (const kind of [undefined, ...TIMELINE_KINDS]) {
    for (const page of pages) {
      const plan = plans.planOf(selectTimelinePage(plans.query, callerId, { userId: "a trader", kind }, page));
      expect(plan).toMatch(/SEARCH audit_log USING INDEX audit_log_subject \(subject=\?/);
      expect(plan).not.toMatch(/SCAN (?!CONSTANT ROW)/);
    }
  }
});

test("the other facts on the page of a user are found by user", () => {
  const { query } = plans;
  for (const statement of [
    selectAdminUser(query, "a trader"),
    selectSessionsOf(query, callerId, "a trader", 0),
    selectNotesOn(query, callerId, "a trader"),
    selectLastDecision(query, "a trader"),
    selectAdminAddresses(query),
  ]) {
    expect(plans.planOf(statement)).not.toMatch(WHOLE_TABLE);
  }
});
