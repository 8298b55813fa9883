import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openDatabase } from "../../../db/client.ts";
import { UNSETTLED_RECOUNT } from "../../../dev/backup/restore-money.ts";
import { readMigrations } from "../../../dev/migrated-schema.ts";
import { migratedDatabase } from "../../../dev/test/migrated-database.ts";
import { fc } from "../../../web/test/property.ts";
import { selectBatchSums } from "./payout-admin-store.ts";
import { itemState } from "./payout-rules.ts";

setDefaultTimeout(600_000);

/** The triggers that keep what batches took and no adjustment has moved; the guards, which others test, are dropped. */
const KEPT = ["withdrawals_unsettled", "withdrawals_unsettled_returned", "book_acts_settle_payouts"];

let dir: string;
let db: Database;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "tonle-accounts-"));
  const file = join(dir, "accounts.db");
  copyFileSync(await migratedDatabase(), file);
  db = new Database(file);
  db.run("PRAGMA foreign_keys = OFF");
  // Rows have what these triggers read, and no more.
  db.run("PRAGMA ignore_check_constraints = ON");
  const triggers = db.query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'trigger'").all();
  for (const { name } of triggers) if (!KEPT.includes(name)) db.run(`DROP TRIGGER ${name}`);
  for (const id of ["a", "b"]) {
    db.run(
      `INSERT INTO bank_accounts (id, name, currency, opened_by, opened_at_ms) VALUES ('${id}', '${id}', 'USD', 'x', 1)`,
    );
    db.run(`INSERT INTO accounts (id, kind, currency) VALUES ('house:bank:${id}', 'bank', 'USD')`);
    db.run(
      `INSERT INTO payout_batches VALUES ('batch-${id}', ${id === "a" ? 1 : 2}, '${id}', 'x', 1, 1, 1, 'x', 'x', 1)`,
    );
  }
}, 600_000);
afterAll(() => {
  db.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Begins without any payment. */
function begin(): void {
  for (const table of ["payout_unsettled", "payout_batch_items", "withdrawals", "book_acts"])
    db.run(`DELETE FROM ${table}`);
}

let last = 0;
/** A payment that is being made, of a batch from an account or by hand. @returns its id */
function pay(account: "a" | "b" | null, cents: number): string {
  last += 1;
  const id = `w${last}`;
  db.run(`INSERT INTO withdrawals (id, user_id, amount_cents, status, payment_method, bank_name, account_id, request_message, approvals_needed, created_at_ms, updated_at_ms)
    VALUES ('${id}', 'u', ${cents}, 'approved', 'Bank Transfer', 'ABA', '1', '', 1, 1, 1)`);
  if (account !== null) {
    db.run(`INSERT INTO payout_batch_items (batch_id, line, withdrawal_id, reference, amount_cents)
      VALUES ('batch-${account}', ${last}, '${id}', '${id}', ${cents})`);
  }
  return id;
}
const makes = (id: string) => db.run(`UPDATE withdrawals SET status = 'completed' WHERE id = '${id}'`);
const comesBack = (id: string) => db.run(`UPDATE withdrawals SET returned_at_ms = 1 WHERE id = '${id}'`);
/** A posted adjustment from the clearing account to an account, or back. */
function adjust(account: string, cents: number): void {
  last += 1;
  const [from, to] = cents > 0 ? ["house:payout", account] : [account, "house:payout"];
  db.run(`INSERT INTO book_acts (id, kind, from_account, to_account, amount_cents, reason, proposed_by, proposed_at_ms)
    VALUES ('act${last}', 'adjustment', '${from}', '${to}', ${Math.abs(cents)}, 'x', 'x', 1)`);
  db.run(`UPDATE book_acts SET posted_by = 'y', posted_at_ms = 2 WHERE id = 'act${last}'`);
}
type Sums = { id: string; atBank: number; unsettled: number };
const sums = () =>
  db
    .query<Sums, []>(
      "SELECT id, with_bank_cents AS atBank, unsettled_cents AS unsettled FROM payout_accounts ORDER BY id",
    )
    .all();
const unsettled = () => sums().map((one) => one.unsettled);

test("an account has against it what its own batches took, and neither payments by hand nor those of another account", () => {
  begin();
  const first = [pay("a", 300), pay("b", 200), pay(null, 5_000)];
  expect(sums()).toEqual([
    { id: "a", atBank: 300, unsettled: 0 },
    { id: "b", atBank: 200, unsettled: 0 },
  ]);
  for (const id of first) makes(id);
  expect(sums()).toEqual([
    { id: "a", atBank: 0, unsettled: 300 },
    { id: "b", atBank: 0, unsettled: 200 },
  ]);
  // What an adjustment moves beyond that was paid by hand, and settles no batch that comes later.
  adjust("house:bank:a", 800);
  makes(pay("a", 70));
  expect(unsettled()).toEqual([70, 200]);
  // What an adjustment moves anywhere else has not left the account in the ledger.
  adjust("house:suspense", 70);
  expect(unsettled()).toEqual([70, 200]);
  // It came back after it was moved: an adjustment moves it back, and that undoes nothing else.
  adjust("house:bank:b", 200);
  comesBack(first[1] as string);
  makes(pay("b", 40));
  adjust("house:bank:b", -200);
  expect(unsettled()).toEqual([70, 40]);
  adjust("house:bank:b", 40);
  adjust("house:bank:b", -15);
  expect(unsettled()).toEqual([70, 15]);
});

test("a payment by hand that was moved before those of a batch is against the account, up to what was moved", () => {
  const clearing = (cents: number) => db.run(`UPDATE accounts SET balance_cents = ${cents} WHERE id = 'house:payout'`);
  begin();
  makes(pay("a", 100));
  makes(pay("b", 30));
  makes(pay(null, 250));
  clearing(380);
  expect(unsettled()).toEqual([100, 30]);
  // It was the one by hand that left the account, which only the clearing account tells.
  adjust("house:bank:a", 60);
  clearing(320);
  expect(unsettled()).toEqual([100, 30]);
  adjust("house:bank:a", 290);
  clearing(30);
  expect(unsettled()).toEqual([0, 30]);
  clearing(0);
});

type Payment = { id: string; account: "a" | "b"; cents: number; moved: number; state: "at_bank" | "made" | "back" };

test("what an account has is never overstated, whatever is paid, moved, moved back and returned in whatever order", () => {
  const account = fc.constantFrom("a" as const, "b" as const);
  const cents = fc.integer({ min: 1, max: 1_000 });
  const event = fc.oneof(
    fc.record({ is: fc.constant("pay" as const), account, cents }),
    fc.record({ is: fc.constant("hand" as const), cents }),
    fc.record({ is: fc.constant("make" as const), which: fc.nat() }),
    fc.record({ is: fc.constant("make" as const), which: fc.nat() }),
    fc.record({ is: fc.constant("back" as const), which: fc.nat() }),
    fc.record({ is: fc.constant("move" as const), account, cents }),
    fc.record({ is: fc.constant("move" as const), account, cents }),
    fc.record({ is: fc.constant("moveBack" as const), account, cents }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      begin();
      // Read naively: each payment by itself, the oldest moved first, and what came back after it was moved.
      const payments: Payment[] = [];
      const cameBack = { a: 0, b: 0 };
      const of = (one: "a" | "b", state: Payment["state"]) =>
        payments.filter((p) => p.account === one && p.state === state);
      const pick = (state: Payment["state"], which: number) => {
        const some = payments.filter((p) => p.state === state);
        return some[which % Math.max(1, some.length)];
      };
      let isPlain = true;
      db.transaction(() => {
        for (const one of events) {
          if (one.is === "pay") {
            payments.push({
              id: pay(one.account, one.cents),
              account: one.account,
              cents: one.cents,
              moved: 0,
              state: "at_bank",
            });
          } else if (one.is === "hand") makes(pay(null, one.cents));
          else if (one.is === "make") {
            const found = pick("at_bank", one.which);
            if (!found) continue;
            makes(found.id);
            found.state = "made";
            // The oldest is the one that was made first.
            payments.push(...payments.splice(payments.indexOf(found), 1));
          } else if (one.is === "back") {
            const found = pick("made", one.which);
            if (!found) continue;
            comesBack(found.id);
            found.state = "back";
            cameBack[found.account] += found.moved;
            isPlain = false;
          } else if (one.is === "move") {
            adjust(`house:bank:${one.account}`, one.cents);
            let left = one.cents;
            for (const payment of of(one.account, "made")) {
              const part = Math.min(left, payment.cents - payment.moved);
              payment.moved += part;
              left -= part;
            }
          } else {
            adjust(`house:bank:${one.account}`, -one.cents);
            isPlain = false;
            let left = one.cents - Math.min(one.cents, cameBack[one.account]);
            cameBack[one.account] -= one.cents - left;
            for (const payment of of(one.account, "made").toReversed()) {
              const part = Math.min(left, payment.moved);
              payment.moved -= part;
              left -= part;
            }
          }
          for (const shown of sums()) {
            const id = shown.id === "a" ? "a" : "b";
            const total = (some: readonly Payment[]) => some.reduce((sum, p) => sum + p.cents - p.moved, 0);
            const naive = total(of(id, "made"));
            expect(shown.atBank).toBe(total(of(id, "at_bank")));
            expect(shown.unsettled).toBeGreaterThanOrEqual(Math.max(0, naive - cameBack[id]));
            if (isPlain) expect(shown.unsettled).toBe(naive);
          }
        }
      })();
    }),
    { numRuns: 300 },
  );
});

test("payments of before, and those that a restore brings, are counted by one statement, and never as less than is on the clearing account", () => {
  begin();
  for (const id of [pay("a", 300), pay("a", 500), pay("b", 200)]) makes(id);
  const gone = pay("a", 1_000);
  makes(gone);
  comesBack(gone);
  pay("b", 4_000);
  const [, recount = ""] = UNSETTLED_RECOUNT;
  const flat = (sql: string) =>
    sql
      .replaceAll(/--.*|;$/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim();
  const statements = readMigrations().find(({ name }) => name.endsWith("_payout_unsettled"))?.statements ?? [];
  expect(statements.map(flat)).toContain(flat(recount));
  const recounted = (clearing: number) => {
    db.run(`UPDATE accounts SET balance_cents = ${clearing} WHERE id = 'house:payout'`);
    for (const statement of UNSETTLED_RECOUNT) db.run(statement);
    return unsettled();
  };
  expect(recounted(10_000)).toEqual([800, 200]);
  expect(recounted(600)).toEqual([600, 200]);
  expect(recounted(-5)).toEqual([0, 0]);
});

test("the sums of a list of batches have each item where its own batch shows it", () => {
  begin();
  db.run("DELETE FROM payout_batches");
  db.run("DELETE FROM payout_results");
  const [no, yes] = [[null], [null, 1]];
  const cases = (["approved", "completed", "rejected"] as const).flatMap((status) =>
    ([null, "completed", "bounced"] as const).flatMap((outcome) =>
      yes.flatMap((takenBackAtMs) =>
        (status === "completed" ? yes : no).flatMap((returnedAtMs) =>
          [false, true].map((hasResult) => ({ status, outcome, takenBackAtMs, returnedAtMs, hasResult })),
        ),
      ),
    ),
  );
  cases.forEach(({ status, outcome, takenBackAtMs, returnedAtMs, hasResult }, i) => {
    const id = pay("a", i + 1);
    db.run(`UPDATE withdrawals SET status = '${status}', returned_at_ms = ${returnedAtMs} WHERE id = '${id}'`);
    db.run(`UPDATE payout_batch_items SET batch_id = 'case-${i}', outcome = ${outcome && `'${outcome}'`}, taken_back_at_ms = ${takenBackAtMs}
      WHERE withdrawal_id = '${id}'`);
    db.run(`INSERT INTO payout_batches VALUES ('case-${i}', ${i}, 'a', 'x', 1, 1, 1, 'x', 'x', ${i})`);
    if (hasResult) db.run(`INSERT INTO payout_results VALUES ('result-${i}', 'case-${i}', 'x', 'x', 'x', 1)`);
  });
  // This client only builds the statement; nothing listens at its address.
  const { query } = openDatabase({ url: "http://127.0.0.1" });
  const { sql: text, params } = selectBatchSums(query, sql`(SELECT 'ana')`, undefined).getQuery();
  const shown = db
    .query<{ batchId: string; state: string; count: number; cents: number }, never[]>(text)
    .all(...(params as never[]));
  expect(shown).toHaveLength(cases.length);
  for (const [i, one] of cases.entries()) {
    expect(shown.find(({ batchId }) => batchId === `case-${i}`)).toMatchObject({
      state: itemState(one),
      count: 1,
      cents: i + 1,
    });
  }
});
