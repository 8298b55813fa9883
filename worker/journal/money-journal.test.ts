import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, ne, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { BATCH_MARK } from "../../db/money-journal.ts";
import { moneyJournalRows, transfers, withdrawals } from "../../db/schema/index.ts";
import { JOURNALLED_TABLES, keyOf, type Row, stateAfter } from "../../dev/backup/journalled-tables.ts";
import { simulatedBucket } from "../../dev/backup/object-store.ts";
import { readJournal } from "../../dev/backup/read-journal.ts";
import { startBareWorkerd } from "../../dev/bare-workerd.ts";
import { buildWorker } from "../../dev/built-worker.ts";
import type { Stack } from "../../dev/stack.ts";
import { FAULT_PATH, type JournalFault, SHIP_PATH } from "../../dev/test/journal-faults.ts";
import { openDeposit, payAtBank, refetch, verifyPayment, verifyUntilPaid } from "../../dev/test/test-deposits.ts";
import { commitImport, newTicket, sentRow, stageFile } from "../../dev/test/test-imports.ts";
import { configureBank, creditTrader, databaseOf, verifyTrader, withdrawalAsk } from "../../dev/test/test-money.ts";
import { newAdmin, newTrader, signUpTrader, type Trader } from "../../dev/test/test-people.ts";
import { startFreshApi, workerLog } from "../../dev/test/test-stack.ts";
import {
  approve,
  complete,
  fundedTrader,
  oddPayment,
  reject,
  requestWithdrawal,
} from "../../dev/test/test-withdrawals.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";

setDefaultTimeout(600_000);

let buildDir: string;
let stack: Stack;
let db: Database;
beforeAll(async () => {
  buildDir = mkdtempSync(join(tmpdir(), "tonle-journal-"));
  const file = buildWorker(buildDir, join(import.meta.dir, "../../dev/test/faulty-journal-worker.ts"));
  stack = await startFreshApi({}, { startWorker: (options) => startBareWorkerd({ ...options, file }) });
  db = databaseOf(stack);
}, 600_000);
afterAll(async () => {
  await stack?.stop();
  rmSync(buildDir, { recursive: true, force: true });
});

async function letJournal(fault: JournalFault): Promise<void> {
  await fetch(`${stack.origin}${FAULT_PATH}${fault}`);
}

/** The journal as it is shipped. */
const shipped = async () => {
  const { head, rowsFrom } = await readJournal(simulatedBucket(stack.dataDir, "tonle-journal"));
  return { head, rows: await rowsFrom(0) };
};

/** The rows that the journal is owed, or has and the cron has not deleted. */
const owed = async () =>
  (await db.read([db.query.select().from(moneyJournalRows).where(ne(moneyJournalRows.tableName, BATCH_MARK))]))[0];

/** The newest sequence that the database gave. */
async function sequence(): Promise<number> {
  const [{ rows }] = await db.read([
    db.query.run(sql`SELECT seq FROM sqlite_sequence WHERE name = 'money_journal_rows'`),
  ]);
  return Number(rows[0]?.seq);
}

/** Ships the journal without the cron, which would append what is owed. */
const ship = () => fetch(`${stack.origin}${SHIP_PATH}`);

const withdrawalsOf = async (trader: Trader) =>
  (await db.read([db.query.select().from(withdrawals).where(eq(withdrawals.userId, trader.userId))]))[0];

/** Which rows of a table are journalled, where not all are. */
const OF_MONEY: Record<string, string> = {
  // The company's accounts are older than the journal: a migration made them.
  accounts: "user_id IS NOT NULL",
  images: "purpose IN ('payment_code', 'admin_image', 'proof')",
  audit_log:
    "subject LIKE 'deposit:%' OR subject LIKE 'withdrawal:%' OR subject LIKE 'exception:%' OR subject LIKE 'import:%'",
};

/** The columns that are journalled with changes of others only, computed from other rows, or secret. */
const LEFT_OUT: Record<string, readonly string[]> = {
  accounts: ["balance_cents", "last_entry_id"],
  deposits: ["asked_at_ms", "next_ask_at_ms"],
  // Computed anew of the stored picture.
  images: ["digest"],
  users: [
    "password_hash",
    "other_device_log_in_at_ms",
    "first_device_hash",
    "first_name",
    "last_name",
    "desk_version",
    "mailbox",
    "first_name_key",
    "last_name_key",
  ],
};

function comparable(table: string, row: Row | undefined): Row | undefined {
  if (!row) return undefined;
  return Object.fromEntries(Object.entries(row).filter(([column]) => !LEFT_OUT[table]?.includes(column)));
}

/** A request for a withdrawal with a key. */
const ask = (trader: Trader, key: string) =>
  trader.post("/api/withdrawal/request", withdrawalAsk(25), { "Idempotency-Key": key });

describe("the journal of money", () => {
  test("has every row of money that the database has, of deposits, withdrawals, imports and their people", async () => {
    const trader = await signUpTrader(stack);
    const deposit = await openDeposit(trader, 400);
    await payAtBank(stack, deposit.qrString);
    await verifyUntilPaid(db, trader, deposit);
    const cancelled = await openDeposit(trader, 30);
    await trader.post("/api/deposit/cancel", { md5Hash: cancelled.md5Hash });
    await configureBank(stack, trader);
    await verifyTrader(db, trader.userId);
    const admin = await newAdmin(stack);
    const { withdrawal } = await requestWithdrawal(trader, 100);
    expect((await approve(admin, withdrawal._id)).status).toBe(200);
    expect((await complete(admin, withdrawal._id)).status).toBe(200);
    const other = await ask(trader, "rejected");
    expect((await reject(admin, other.body.withdrawal._id)).status).toBe(200);
    const id = await stageFile(admin, trader, [sentRow(newTicket()), sentRow(newTicket(), { profitLoss: -2.5 })]);
    expect((await commitImport(admin, id)).status).toBe(200);
    await oddPayment(stack, trader, { amount: 20 });
    const bank = { id: "aba-usd", name: "ABA", currency: "USD" };
    expect((await admin.post("/api/admin/books/bank-accounts", bank)).status).toBe(200);
    const fee = { kind: "fee", bankAccount: bank.id, amount: 1, bankReference: "FEE 1", reason: "Of the month" };
    expect((await admin.post("/api/admin/books/acts", fee)).status).toBe(200);
    const { digest } = (await admin.get("/api/admin/months/2020-01")).body;
    expect((await admin.post("/api/admin/months/2020-01/prepare", { digest })).status).toBe(200);

    await stack.wrangler.runCron();
    const { head, rows } = await shipped();
    expect(head?.completeUpTo).toBe(rows.at(-1)?.sequence ?? 0);
    expect(await owed()).toEqual([]);

    const state = stateAfter(rows);
    const compared = new Set<string>();
    for (const table of JOURNALLED_TABLES) {
      const [{ rows: stored }] = await db.read([
        db.query.run(sql.raw(`SELECT * FROM ${table} WHERE ${OF_MONEY[table] ?? "1"}`)),
      ]);
      for (const row of stored as unknown as Row[]) {
        compared.add(table);
        expect(comparable(table, state.get(table)?.get(keyOf(table, row)))).toEqual(comparable(table, row));
      }
    }
    // Every table has rows, so no table, column or step is missing from the journal.
    expect(JOURNALLED_TABLES.filter((table) => !compared.has(table))).toEqual([]);
  });

  test("has what concurrent requests committed, each once, in one chain", async () => {
    const traders = await Promise.all(Array.from({ length: 6 }, () => fundedTrader(stack, 500)));
    const replies = await Promise.all(
      traders.flatMap((trader) => [
        trader.post("/api/withdrawal/request", withdrawalAsk(10)),
        trader.post("/api/withdrawal/request", withdrawalAsk(20)),
        trader.post("/api/deposit/generate-khqr", { amount: 15 }),
      ]),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    await stack.wrangler.runCron();
    const { rows, head } = await shipped();
    expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: rows.length }, (_, i) => i + 1));
    expect(head?.completeUpTo).toBe(rows.length);
    const state = stateAfter(rows);
    for (const { body } of replies) {
      const [table, { _id: id }] = body.withdrawal ? ["withdrawals", body.withdrawal] : ["deposits", body.deposit];
      expect(state.get(table)?.has(JSON.stringify([id]))).toBe(true);
    }
  });

  test("gets within a minute what was committed and not appended, as after a crash in between", async () => {
    const trader = await newTrader(stack);
    // Programs without the journal commit in the same way.
    const depositId = await creditTrader(db, trader.userId, 70);
    expect((await owed()).length).toBeGreaterThan(0);
    await stack.wrangler.runCron();
    expect(await owed()).toEqual([]);
    const state = stateAfter((await shipped()).rows);
    expect(state.get("deposits")?.get(JSON.stringify([depositId]))?.status).toBe("paid");
  });

  test("has what was committed before an answered request, also when that was not appended by itself", async () => {
    const trader = await fundedTrader(stack, 90);
    await stack.wrangler.runCron();
    const depositId = await creditTrader(db, trader.userId, 30);
    // Spends money of both deposits.
    const reply = await trader.post("/api/withdrawal/request", withdrawalAsk(110));
    expect([reply.status, reply.dbTrips]).toEqual([201, 2]);
    await ship();
    const { rows, head } = await shipped();
    expect(head?.completeUpTo).toBe(rows.at(-1)?.sequence ?? 0);
    expect(
      stateAfter(rows)
        .get("deposits")
        ?.has(JSON.stringify([depositId])),
    ).toBe(true);
  });
});

describe("while the journal is away", () => {
  test("an action that was committed answers 503, and its key then gets the first answer, once it is appended", async () => {
    const trader = await fundedTrader(stack, 100);
    await letJournal("away");
    const failed = await ask(trader, "away");
    expect([failed.status, failed.body.code]).toEqual([503, "service_down"]);
    expect(await withdrawalsOf(trader)).toHaveLength(1);
    // Not while the journal does not have it.
    expect((await ask(trader, "away")).status).toBe(503);
    await letJournal("none");
    const reply = await ask(trader, "away");
    expect([reply.status, reply.body.userBalance]).toEqual([201, 75]);
    await ship();
    const [withdrawal] = await withdrawalsOf(trader);
    const state = stateAfter((await shipped()).rows);
    expect(state.get("withdrawals")?.has(JSON.stringify([withdrawal?.id]))).toBe(true);
    expect(await withdrawalsOf(trader)).toHaveLength(1);
  });

  test("once it is known, money is refused before it is committed, and everything else works", async () => {
    const [trader, pays] = [await fundedTrader(stack, 100), await newTrader(stack)];
    const deposit = await openDeposit(pays);
    await letJournal("away");
    await trader.post("/api/deposit/generate-khqr", { amount: 10 });
    const before = await owed();
    expect((await ask(trader, "known")).status).toBe(503);
    expect((await trader.post("/api/deposit/generate-khqr", { amount: 11 })).status).toBe(503);
    expect(await owed()).toEqual(before);
    expect(await withdrawalsOf(trader)).toEqual([]);

    expect((await trader.get("/api/user/balance")).status).toBe(200);
    expect((await verifyPayment(pays, deposit)).status).toBe(200);
    expect((await trader.post("/api/auth/theme", { theme: 2 })).status).toBe(200);
    await letJournal("none");
    expect((await ask(trader, "known")).status).toBe(201);
  });

  test("an append whose answer is lost is appended once", async () => {
    const trader = await fundedTrader(stack, 100);
    await letJournal("lost");
    expect((await ask(trader, "lost")).status).toBe(503);
    await letJournal("none");
    expect((await ask(trader, "lost")).status).toBe(201);
    await stack.wrangler.runCron();
    const { rows } = await shipped();
    const [withdrawal] = await withdrawalsOf(trader);
    const inserted = rows.filter(
      ({ tableName, row }) => tableName === "withdrawals" && JSON.parse(row).id === withdrawal?.id,
    );
    expect(inserted).toHaveLength(1);
  });

  test("a payment is credited when it is back", async () => {
    const trader = await newTrader(stack);
    const deposit = await openDeposit(trader, 40);
    await payAtBank(stack, deposit.qrString);
    await letJournal("away");
    await refetch(db, deposit);
    expect((await verifyPayment(trader, deposit)).status).toBe(503);
    await letJournal("none");
    await verifyUntilPaid(db, trader, deposit);
    await stack.wrangler.runCron();
    const state = stateAfter((await shipped()).rows);
    expect(state.get("deposits")?.get(JSON.stringify([deposit._id]))?.status).toBe("paid");
    const credits = await db.read([
      db.query
        .select()
        .from(transfers)
        .where(eq(transfers.reference, `deposit:${deposit._id}`)),
    ]);
    expect(credits[0]).toHaveLength(1);
  });
});

test("a database that was restored without the journal is refused", async () => {
  const trader = await fundedTrader(stack, 100);
  await stack.wrangler.runCron();
  const sequenceBefore = await sequence();
  const deposit = await openDeposit(trader);
  // As in a copy of some seconds before: the same numbers come again.
  await db.write([
    db.query.delete(moneyJournalRows),
    db.query.run(sql`UPDATE sqlite_sequence SET seq = ${sequenceBefore} WHERE name = 'money_journal_rows'`),
  ]);
  const reply = await trader.post("/api/deposit/generate-khqr", { amount: 12 });
  expect(reply.status).toBe(503);
  await waitUntil("a line that says why", () =>
    workerLog.some((line) => line.includes("restored without the journal")),
  );
  expect(deposit._id).not.toBe("");
});
