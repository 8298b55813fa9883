import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../../dev/query-plans.ts";
import { TIMELINE_KINDS } from "../../contract/timeline-kinds.ts";
import { selectSessionsOf } from "../../platform/session-store.ts";
import { selectUserByEmail } from "../../platform/user-store.ts";
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
    for (const state of USER_STATES.filter((one) => one !== "shared_mailbox")) {
      const plan = plans.planOf(selectUserPage(plans.query, callerId, { state }, page));
      expect(plan, state).toMatch(/^(SCAN|SEARCH) users USING INDEX users_(frozen|closed|unverified|admins)/);
      expect(plan).not.toMatch(WHOLE_TABLE);
    }
  }
});

/** A part of an address has no place in an index; this one has addresses and ids alone. */
const ALL_ADDRESSES = "SCAN users USING COVERING INDEX users_addresses";
/** The whole of an index of the few accounts that are spelled otherwise than their mailbox. */
const OTHER_SPELLINGS = "SCAN other USING INDEX users_other_spelling";

test("the accounts of one mailbox are found from the few that are spelled otherwise", () => {
  for (const page of pages) {
    const plan = plans.planOf(selectUserPage(plans.query, callerId, { state: "shared_mailbox" }, page));
    expect(plan).toMatch(/^SEARCH users USING INDEX users_mailbox \(mailbox=\?\)/);
    expect(plan).toContain(OTHER_SPELLINGS);
    expect(plan.replaceAll(OTHER_SPELLINGS, "")).not.toMatch(/SCAN (?!CONSTANT ROW)/);
  }
});

test("users are found by the indexes of their names, addresses, bills and payments, in any state", () => {
  for (const state of [undefined, ...USER_STATES]) {
    for (const page of pages) {
      // A text that may begin an address, a phone number or a Khmer name too has every condition of a search.
      const texts = ["Bopha K", "bopha@bücher.example", "012 345", "ម៉ាលី"];
      const [plan = "", ...others] = texts.map((search) =>
        plans
          .planOf(selectUserPage(plans.query, callerId, { search, state }, page))
          .replaceAll(OTHER_SPELLINGS, "")
          .replaceAll(ALL_ADDRESSES, ""),
      );
      const names = ["users_first_name", "users_last_name", "users_first_name_key", "users_last_name_key"];
      for (const index of ["users_(?:email|addresses)", "users_username", "users_phone", ...names]) {
        expect(plan).toMatch(new RegExp(`SEARCH users USING INDEX ${index} \\(`));
      }
      for (const other of others) expect(other).not.toMatch(/SCAN (?!CONSTANT ROW)/);
      expect(plan).toMatch(/SEARCH deposits USING INDEX deposits_bill_number \(bill_number>\? AND bill_number<\?\)/);
      expect(plan).toMatch(/SEARCH withdrawals USING INDEX withdrawals_payment_reference \(<expr>>\? AND <expr><\?\)/);
      expect(plan).not.toMatch(/SCAN (?!CONSTANT ROW)/);
    }
  }
});

test("the user with an address is found by the indexes of its spellings", () => {
  const address = { typed: "sokha@bücher.example", mailbox: "sokha@xn--bcher-kva.example" };
  const plan = plans.planOf(selectUserByEmail(plans.query, address));
  expect(plan).toMatch(/SEARCH users USING (COVERING )?INDEX users_email \(email=\?\)/);
  expect(plan).toMatch(/SEARCH users USING (COVERING )?INDEX users_mailbox \(mailbox=\?\)/);
  expect(plan).not.toMatch(/SCAN/);
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
    selectAdminUser(query, callerId, "a trader"),
    selectSessionsOf(query, callerId, "a trader", 0),
    selectNotesOn(query, callerId, "a trader"),
    selectLastDecision(query, "a trader"),
    selectAdminAddresses(query),
  ]) {
    expect(plans.planOf(statement)).not.toMatch(WHOLE_TABLE);
  }
});
