import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { setUpQueryPlans } from "../../../dev/query-plans.ts";
import { completeWithdrawals, setPayments, unclaimUnchanged } from "../../withdrawals/withdrawal-store.ts";
import {
  selectBatch,
  selectBatches,
  selectBatchSums,
  selectItems,
  selectLinesOfBatch,
  selectMovedByCaller,
  selectPaidAs,
  selectPayoutAccounts,
  selectPayouts,
  selectResultLines,
  selectResults,
  selectToPay,
} from "./payout-admin-store.ts";
import { settleItems } from "./payout-batch-store.ts";

setDefaultTimeout(600_000);

const plans = setUpQueryPlans();

const SEEN = { id: "one", version: 2, claimedBy: null, claimedUntilMs: null, userId: "ana", amountCents: 1 };
const PAYING = { payerId: "ana", paymentStartedAtMs: 1, payerBeforeId: null, soleApproverPayout: null };
const callerId = sql<string>`(SELECT 'ana')`;

test.each([
  ["what is to be paid", () => selectToPay(plans.query, callerId, { bank: "ABA Bank", minCents: 1 })],
  ["what an admin chose", () => selectPayouts(plans.query, callerId, ["one"])],
  ["what an admin moved alone", () => selectMovedByCaller(plans.query, callerId, 1)],
  ["the accounts that pay", () => selectPayoutAccounts(plans.query, callerId)],
  ["a batch", () => selectBatch(plans.query, callerId, "one")],
  ["a page of batches", () => selectBatches(plans.query, callerId, { atMs: 1, id: "one" })],
  ["the sums of a page", () => selectBatchSums(plans.query, callerId, { atMs: 1, id: "one" })],
  ["the items of a batch", () => selectItems(plans.query, callerId, "one")],
  ["what results say", () => selectResultLines(plans.query, callerId, "one")],
  ["the results of a batch", () => selectResults(plans.query, callerId, "one")],
  ["who was paid under an id", () => selectPaidAs(plans.query, callerId, ["ft 1"])],
  ["the lines of a batch's account", () => selectLinesOfBatch(plans.query, callerId, "one")],
])("%s is found by indexes, however many withdrawals, traders and lines exist", (_, statement) => {
  const plan = plans.planOf({ toSQL: () => statement().getQuery() });
  // Of the company's bank accounts there are a few, and a list of ids is what was asked for.
  const scanned = plan
    .split("\n")
    .filter((line) => line.startsWith("SCAN"))
    .filter(
      (line) =>
        !/^SCAN (?:CONSTANT|bank_accounts|payout_unsettled|json_each|chosen|payout_batches USING|found|\(?subquery)/i.test(
          line,
        ),
    );
  expect(scanned).toEqual([]);
});

test.each([
  [
    "begins",
    () => setPayments(plans.query, [SEEN], { ...PAYING, claimedBy: "ana", claimedUntilMs: 1 })[0],
    "withdrawals",
  ],
  ["ends the claims of", () => unclaimUnchanged(plans.query, [SEEN], 1)[0], "withdrawals"],
  ["settles", () => settleItems(plans.query, "one", [], "ana", 1)[0], "payout_batch_items"],
  ["completes", () => completeWithdrawals(plans.query, [{ ...SEEN, paymentId: "x" }], "ana", 1), "withdrawals"],
])("what %s the payments of a batch finds each by its key, and compares it with no other", (_, statement, table) => {
  const found = [statement()].flat().flatMap((one) => {
    // Those that are built of SQL, without the transfers and audit rows.
    const { sql: text, params } = "getQuery" in one ? one.getQuery() : one.toSQL();
    return text.includes(`UPDATE "${table}"`) ? [plans.planOf({ toSQL: () => ({ sql: text, params }) })] : [];
  });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(
    table === "withdrawals"
      ? /SCAN (?:seen|said)\nSEARCH withdrawals USING INDEX sqlite_autoindex_withdrawals_1 \(id=\?\)/
      : /SCAN said\nSEARCH payout_batch_items .*\(batch_id=\? AND line=\?\)/,
  );
});

test("what an account has is read from the open withdrawals on, and not from all batches that ever were", () => {
  const plan = plans.planOf({ toSQL: () => selectPayoutAccounts(plans.query, callerId).getQuery() }).split("\n");
  const steps = plan.filter((line) => /withdrawals|items|payout_batches/.test(line));
  expect(steps.map((line) => line.replace(/ USING.*/, ""))).toEqual([
    "SEARCH withdrawals",
    "SEARCH items",
    "SEARCH payout_batches",
  ]);
  expect(steps[0]).toContain("(status=?)");
  expect(steps[1]).toContain("payout_batch_items_withdrawal");
});
