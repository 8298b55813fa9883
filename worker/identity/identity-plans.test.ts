import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../dev/query-plans.ts";
import { selectOthersOfDestination } from "../admin/holders/name-check-store.ts";
import { selectCard, selectCardOthers } from "../admin/identities/card-admin-store.ts";
import {
  type IdentityFilter,
  selectAdminIdentity,
  selectAdminIdentityPage,
} from "../admin/identities/identity-admin-store.ts";
import { countExpiringCards } from "../admin/overview/queue-store.ts";
import { deleteUnusedIdCards, selectUndigested } from "../images/image-store.ts";
import { tellExpiring } from "./card-fields-store.ts";
import { releaseRefused } from "./identity-store.ts";

const plans = setUpQueryPlans();
const callerId = sql<string>`(SELECT 'an admin')`;

test("one identity is found by its trader", () => {
  expect(plans.planOf(selectAdminIdentity(plans.query, sql`${"an admin"}`, "ana"))).toMatch(
    /^SEARCH identities USING INDEX sqlite_autoindex/,
  );
});

test.each<[IdentityFilter, RegExp]>([
  [{ status: "pending" }, /^SEARCH identities USING INDEX identities_queue/],
  [{ status: "rejected", from: 1, to: 2 }, /^SEARCH identities USING INDEX identities_queue/],
  [{}, /^SCAN identities USING INDEX identities_age/],
  [{ from: 1 }, /^SEARCH identities USING INDEX identities_age/],
  [{ user: "ana", status: "pending", from: 1 }, /^SEARCH identities USING INDEX sqlite_autoindex/m],
])("identities (%p) are read in order of their age", (filter, expected) => {
  for (const sort of ["oldest", "newest"] as const) {
    const plan = plans.planOf(
      selectAdminIdentityPage(plans.query, callerId, filter, { limit: 50, sort }, "2030-01-01"),
    );
    expect(plan).toMatch(expected);
    if (filter.user === undefined) expect(plan).not.toMatch(/TEMP B-TREE/);
  }
});

test.each([{}, { cursor: "oldest_1767225600000_ana" }])(
  "identities whose card expires (%p) are read in the order in which they do",
  (from) => {
    const page = { limit: 50, sort: "oldest" as const, ...from };
    const filter: IdentityFilter = { status: "verified", stage: "expiring" };
    const plan = plans.planOf(selectAdminIdentityPage(plans.query, callerId, filter, page, "2030-01-01"));
    expect(plan).toMatch(/^SEARCH id_card_fields USING COVERING INDEX id_card_fields_until/);
    // People whose card expires on the same day are sorted among themselves.
    expect(plan).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
  },
);

test("the images to erase are found without scanning all images", () => {
  expect(plans.planOf(releaseRefused(plans.query, 0))).toMatch(/^SEARCH identities USING .*identities_queue/);
  const plan = plans.planOf(deleteUnusedIdCards(plans.query));
  expect(plan).toContain("USING COVERING INDEX images_id_cards");
  expect(plan).toMatch(/identities USING .*identities_image_used/);
});

test("the same card, payment code and what expires are found by indexes", () => {
  const statements = {
    card: selectCard(plans.query, callerId, callerId),
    others: selectCardOthers(plans.query, callerId, ["v1:a"]),
    code: selectOthersOfDestination(plans.query, "one"),
    expiring: tellExpiring(plans.query, "2030-01-01", 0, 10),
    expiringCount: countExpiringCards(plans.query, callerId, "2030-01-01"),
    undigested: selectUndigested(plans.query, { from: "a", limit: 10 }),
  };
  for (const [name, statement] of Object.entries(statements)) {
    const scans = plans.planOf(statement).match(/^.*SCAN (?!CONSTANT|json_each|\().*$/gm);
    expect([name, scans]).toEqual([name, null]);
  }
});
