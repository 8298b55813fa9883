import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../../dev/query-plans.ts";
import { selectQueues } from "./queue-store.ts";

const plans = setUpQueryPlans();
const me = sql<string>`(SELECT 'an admin')`;

test("what waits is counted in its own part of each queue's index", () => {
  const [stages, identities, exceptions] = selectQueues(plans.query, me, 0).map(plans.planOf);
  expect(stages).toMatch(/^SEARCH withdrawals USING INDEX withdrawals_queue \(status=\?\)/m);
  expect(stages).toMatch(/^SEARCH approvals USING COVERING INDEX \S+ \(subject=\? AND act=\?\)/m);
  expect(identities).toMatch(/^SEARCH identities USING COVERING INDEX identities_queue \(status=\?\)/m);
  expect(exceptions).toMatch(/^SEARCH payment_exceptions USING COVERING INDEX payment_exceptions_queue \(status=\?\)/m);
  for (const plan of [stages, identities, exceptions]) expect(plan).not.toMatch(/^SCAN (?!CONSTANT ROW)/m);
});
