import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../dev/query-plans.ts";
import type { IdentityStatus } from "./identity-rules.ts";
import { deleteUnusedIdCards, releaseRefused, selectDeskIdentity, selectDeskIdentityPage } from "./identity-store.ts";

const plans = setUpQueryPlans();
const me = sql<string>`(SELECT 'an admin')`;

test("one identity is found by its trader", () => {
  expect(plans.planOf(selectDeskIdentity(plans.query, "ana"))).toMatch(
    /^SEARCH identities USING INDEX sqlite_autoindex/,
  );
});

test.each<[IdentityStatus | undefined, RegExp]>([
  ["pending", /^SEARCH identities USING INDEX identities_queue/],
  ["rejected", /^SEARCH identities USING INDEX identities_queue/],
  [undefined, /^SCAN identities USING INDEX identities_age/],
])("identities (%p) are read in order of their age", (status, expected) => {
  const direction = status === "pending" ? "oldest_first" : "newest_first";
  const filter = { id: undefined, status, direction, page: { limit: 50 } } as const;
  expect(plans.planOf(selectDeskIdentityPage(plans.query, me, filter))).toMatch(expected);
});

test("what is to be erased is not looked for among everybody's images", () => {
  expect(plans.planOf(releaseRefused(plans.query, 0))).toMatch(/^SEARCH identities USING .*identities_queue/);
  const plan = plans.planOf(deleteUnusedIdCards(plans.query));
  expect(plan).toContain("USING COVERING INDEX images_id_cards");
  expect(plan).toMatch(/identities USING .*identities_image_used/);
});
