import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import type { GuardName } from "../../db/guard-names.ts";
import { accounts, deposits, entries, imports, trades, transfers, withdrawals } from "../../db/schema/index.ts";
import { behindTriggers, setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson, creditTrader } from "../../dev/test/test-money.ts";
import { cents } from "../contract/money.ts";
import { guardNameOf } from "../platform/database-refusal.ts";
import { checkLedger } from "./check-ledger.ts";
import { postTransfer } from "./transfer-store.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();
let db: Database;
beforeAll(async () => {
  db = database.db;
  await addPerson(db, "ana");
  await creditTrader(db, "ana", 100);
});

describe("the database refuses, whatever code asks it to", () => {
  const refused: ReadonlyArray<[string, GuardName, () => Statement[]]> = [
    [
      "a balance that changes without an entry",
      "balance_without_entry",
      () => [db.query.update(accounts).set({ balanceCents: 1_000_000 }).where(eq(accounts.id, "available:ana"))],
    ],
    [
      "an account that starts with money",
      "balance_without_entry",
      () => [db.query.insert(accounts).values({ id: "house:new", kind: "khqr", balanceCents: 5 })],
    ],
    ["an entry that is changed", "ledger_append_only", () => [db.query.update(entries).set({ amountCents: 1 })]],
    ["an entry that is removed", "ledger_append_only", () => [db.query.delete(entries)]],
    ["a transfer that is changed", "ledger_append_only", () => [db.query.update(transfers).set({ memo: "x" })]],
    ["a transfer that is removed", "ledger_append_only", () => [db.query.delete(transfers)]],
    ["an account that is removed", "ledger_append_only", () => [db.query.delete(accounts)]],
    [
      "entries that do not sum to zero",
      "transfer_unbalanced",
      () => [
        db.query.insert(entries).values([
          { transferId: "odd", accountId: "house:khqr", amountCents: -100 },
          { transferId: "odd", accountId: "available:ana", amountCents: 101 },
        ]),
        db.query
          .insert(transfers)
          .values({ id: "odd", kind: "deposit", reference: "deposit:odd", memo: "", actor: "system", atMs: 0 }),
      ],
    ],
    [
      "entries without their transfer",
      "FOREIGN KEY",
      () => [db.query.insert(entries).values({ transferId: "none", accountId: "house:khqr", amountCents: -1 })],
    ],
    [
      "another entry of an existing transfer",
      "transfer_closed",
      () => [
        db.query.run(
          sql`INSERT INTO entries (transfer_id, account_id, amount_cents) SELECT id, 'house:khqr', 1 FROM transfers LIMIT 1`,
        ),
      ],
    ],
  ];

  test.each(refused)("%s", async (_, guard, statements) => {
    const before = await checkLedger(db);
    const error = await db.write(statements()).then(
      () => null,
      (caught: unknown) => caught,
    );
    expect(guardNameOf(error)).toBe(guard);
    expect(await checkLedger(db)).toEqual(before);
  });
});

describe("the check reports", () => {
  /**
   * A fault: its name, what the check reports, the triggers to disable, and the statements that cause and repair it.
   */
  const faults: ReadonlyArray<[string, object, readonly string[], () => Statement[], () => Statement[]]> = [
    [
      "an account whose balance is not the sum of its entries",
      {
        differing: [{ accountId: "available:ana", balanceCents: 10_001, entriesCents: 10_000 }],
        unfounded: [{ accountId: "available:ana", balanceCents: 10_001, recordsCents: 10_000 }],
      },
      ["accounts_follow_entries"],
      () => [db.query.update(accounts).set({ balanceCents: 10_001 }).where(eq(accounts.id, "available:ana"))],
      () => [db.query.update(accounts).set({ balanceCents: 10_000 }).where(eq(accounts.id, "available:ana"))],
    ],
    [
      "a trader's and the company's account, for a paid deposit without a transfer",
      {
        unfounded: [
          { accountId: "house:khqr", balanceCents: -10_000, recordsCents: -15_000 },
          { accountId: "available:ana", balanceCents: 10_000, recordsCents: 15_000 },
        ],
      },
      ["deposits_state_machine", "deposits_never_deleted"],
      () => [
        db.query.insert(deposits).values({
          id: "odd",
          userId: "ana",
          amountCents: 5_000,
          status: "pending",
          createdAtMs: 0,
          updatedAtMs: 0,
          billNumber: "odd",
          qrString: "odd",
          md5Hash: "odd",
          expiresAtMs: 0,
        }),
        db.query
          .update(deposits)
          .set({ status: "paid", paidAtMs: 0, settlementHash: "odd" })
          .where(eq(deposits.id, "odd")),
      ],
      () => [db.query.delete(deposits).where(eq(deposits.id, "odd"))],
    ],
    [
      "a trader, for an open withdrawal without a hold",
      {
        unfounded: [
          { accountId: "available:ana", balanceCents: 10_000, recordsCents: 9_000 },
          { accountId: "held:ana", balanceCents: 0, recordsCents: 1_000 },
        ],
      },
      ["withdrawals_start_pending", "withdrawals_never_deleted"],
      () => [
        db.query.insert(withdrawals).values({
          id: "odd",
          userId: "ana",
          amountCents: 1_000,
          status: "pending",
          approvalsNeeded: 1,
          paymentMethod: "Bank Transfer",
          bankName: "ABA",
          accountId: "1",
          requestMessage: "x",
          createdAtMs: 0,
          updatedAtMs: 0,
        }),
      ],
      () => [db.query.delete(withdrawals).where(eq(withdrawals.id, "odd"))],
    ],
    [
      "a transfer whose entries do not sum to zero, and the account it changed",
      {
        totalCents: 1,
        unbalanced: ["odd"],
        unfounded: [
          { accountId: "house:khqr", balanceCents: -10_100, recordsCents: -10_000 },
          { accountId: "available:ana", balanceCents: 10_101, recordsCents: 10_000 },
        ],
      },
      ["transfers_sum_to_zero", "transfers_never_deleted", "entries_never_deleted", "accounts_follow_entries"],
      () => [
        db.query.insert(entries).values([
          { transferId: "odd", accountId: "house:khqr", amountCents: -100 },
          { transferId: "odd", accountId: "available:ana", amountCents: 101 },
        ]),
        db.query
          .insert(transfers)
          .values({ id: "odd", kind: "deposit", reference: "deposit:odd", memo: "", actor: "system", atMs: 0 }),
      ],
      () => [
        db.query.delete(entries).where(eq(entries.transferId, "odd")),
        db.query.delete(transfers).where(eq(transfers.id, "odd")),
        db.query.update(accounts).set({ balanceCents: 10_000 }).where(eq(accounts.id, "available:ana")),
        db.query.update(accounts).set({ balanceCents: -10_000 }).where(eq(accounts.id, "house:khqr")),
      ],
    ],
  ];

  test.each(faults)("%s", async (_, found, triggers, causeFault, repairFault) => {
    await behindTriggers(db, triggers, causeFault());
    expect(await checkLedger(db)).toMatchObject({ isClean: false, ...found });
    await behindTriggers(db, triggers, repairFault());
    expect(await checkLedger(db)).toMatchObject({ isClean: true, differing: [], unfounded: [], unbalanced: [] });
  });
});

test("the balance from imported trades is backed by their import, until it is reversed", async () => {
  const { query } = db;
  const id = crypto.randomUUID();
  await addPerson(db, "admin", "admin");
  const move = (step: "commit" | "reverse", amount: number) =>
    postTransfer(
      query,
      {
        kind: "trades",
        reference: `import:${id}:${step}`,
        memo: "a test",
        actor: "admin",
        entries: [
          { accountId: "house:trading", amountCents: cents(-amount) },
          { accountId: "available:ana", amountCents: cents(amount) },
        ],
      },
      0,
    );
  const trade = (ticket: string, profitCents: number) =>
    query.insert(trades).values({
      userId: "ana",
      importId: id,
      ticket,
      symbol: "XAUUSDm",
      direction: "Buy",
      lotMicros: 10_000,
      profitCents,
      entryPrice: 2_400,
      exitPrice: 2_410,
      openedAtMs: 0,
      closedAtMs: 1,
    });
  const setStatus = (change: Partial<typeof imports.$inferInsert>) =>
    query.update(imports).set(change).where(eq(imports.id, id));
  const file = { fileName: "trades.csv", format: "csv" as const, timeZone: "UTC", rowCount: 2 };
  await db.write([
    query
      .insert(imports)
      .values({ id, userId: "ana", status: "staged", ...file, createdBy: "admin", createdAtMs: 0, aloneCentsMax: 500 }),
    trade("1", 700),
    trade("2", -200),
    ...move("commit", 500),
    setStatus({ status: "committed", tradeCount: 2, profitCents: 500, committedBy: "admin", committedAtMs: 0 }),
  ]);
  expect(await checkLedger(db)).toMatchObject({ isClean: true });
  await db.write([
    query.delete(trades).where(eq(trades.importId, id)),
    ...move("reverse", -500),
    setStatus({ status: "reversed", reversedBy: "admin", reversedAtMs: 0 }),
  ]);
  expect(await checkLedger(db)).toMatchObject({ isClean: true });
});
