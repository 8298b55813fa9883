import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, inArray, sql } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import type { GuardName } from "../../db/guard-names.ts";
import { approvals, deposits, paymentExceptions } from "../../db/schema/index.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson, creditTrader } from "../../dev/test/test-money.ts";
import { cents } from "../contract/money.ts";
import { checkLedger } from "../ledger/check-ledger.ts";
import { postTransfer } from "../ledger/transfer-store.ts";
import { guardNameOf, refusalFromDatabase } from "../platform/database-refusal.ts";
import { creditDeposit, insertDeposit } from "./deposit-store.ts";

/** The database's guards about payments, tested with statements that no verb would send. */

setDefaultTimeout(600_000);

const NOW = 1_000_000_000;
const database = setUpDatabase();
let db: Database;
beforeAll(async () => {
  db = database.db;
  await addPerson(db, "ana");
  for (const id of ["admin1", "admin2"]) await addPerson(db, id, "admin");
});

async function refuses(guard: GuardName, statements: readonly Statement[]): Promise<void> {
  const error = await db.write(statements).then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(guardNameOf(error)).toBe(guard);
}

async function openDeposit(): Promise<string> {
  const id = crypto.randomUUID();
  const code = { id, billNumber: id, qrString: id, md5Hash: id, amountCents: 2_000, status: "pending" as const };
  const times = { createdAtMs: NOW, updatedAtMs: NOW, expiresAtMs: NOW };
  await db.write([insertDeposit(db.query, sql`'ana'`, { ...code, ...times })]);
  await db.write([db.query.update(deposits).set({ status: "expired" }).where(eq(deposits.id, id))]);
  return id;
}

const change = (id: string, values: Partial<typeof deposits.$inferInsert>) =>
  db.query.update(deposits).set(values).where(eq(deposits.id, id));

const credit = (reference: `deposit:${string}` | `exception:${string}`, amount: number) =>
  postTransfer(
    db.query,
    {
      kind: "deposit",
      reference,
      memo: "a test",
      actor: "admin1",
      entries: [
        { accountId: "house:khqr", amountCents: cents(-amount) },
        { accountId: "available:ana", amountCents: cents(amount) },
      ],
    },
    NOW,
  );

describe("a deposit", () => {
  test("is within the limits of one deposit", async () => {
    const code = (id: string, amountCents: number) => ({
      ...{ id, billNumber: id, qrString: id, md5Hash: id, amountCents, status: "pending" as const },
      ...{ createdAtMs: NOW, updatedAtMs: NOW, expiresAtMs: NOW },
    });
    for (const amountCents of [-1, 0, 999, 1_000_001]) {
      await refuses("deposits_amount", [insertDeposit(db.query, sql`'ana'`, code("odd", amountCents))]);
    }
    for (const amountCents of [1_000, 1_000_000]) {
      const id = crypto.randomUUID();
      await db.write([insertDeposit(db.query, sql`'ana'`, code(id, amountCents))]);
      await db.write([change(id, { status: "expired" })]);
    }
  });

  test("is paid by a settlement or not at all, and has none before", async () => {
    const id = await openDeposit();
    const paid = { status: "paid" as const, paidAtMs: NOW };
    await refuses("paid_without_settlement", [...credit(`deposit:${id}`, 2_000), change(id, paid)]);
    await refuses("deposit_payment_fixed", [change(id, { settlementHash: "a settlement" })]);
    await db.write([...credit(`deposit:${id}`, 2_000), change(id, { ...paid, settlementHash: "a settlement" })]);
  });

  test("is paid by a settlement that paid no other deposit, also when several are credited with it concurrently", async () => {
    const ids = [await openDeposit(), await openDeposit(), await openDeposit()];
    const payment = {
      settlementHash: `hash of ${ids[0]}`,
      fromAccountId: null,
      toAccountId: "",
      currency: "USD",
      amount: 20,
      atMs: NOW,
    };
    const rows = (await db.read([db.query.select().from(deposits).where(inArray(deposits.id, ids))]))[0];
    const outcomes = await Promise.allSettled(
      rows.map((deposit) => database.db.write([...creditDeposit(db.query, deposit, payment, NOW)])),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") continue;
      expect(guardNameOf(outcome.reason)).toBe("UNIQUE deposits.settlement_hash");
      expect(refusalFromDatabase(outcome.reason)).toMatchObject({ code: "settlement_used" });
    }
    const paid = (await db.read([db.query.select().from(deposits).where(inArray(deposits.id, ids))]))[0];
    expect(paid.map(({ status }) => status).sort()).toEqual(["expired", "expired", "paid"]);
    expect(await checkLedger(db)).toMatchObject({ isClean: true });
  });

  test("keeps its settlement and time of payment", async () => {
    const id = await creditTrader(db, "ana", 50);
    for (const values of [{ settlementHash: "another" }, { settlementHash: null }, { paidAtMs: 1 }]) {
      await refuses("deposit_payment_fixed", [change(id, values)]);
    }
    await db.write([change(id, { nextAskAtMs: 5, askedAtMs: 4 })]);
  });
});

type Exception = typeof paymentExceptions.$inferInsert;

function exception(id: string, depositId: string, values: Partial<Exception> = {}) {
  const row = { id, depositId, settlementHash: `settled ${id}`, reason: "wrong_amount" as const, createdAtMs: NOW };
  return db.query.insert(paymentExceptions).values({ ...row, paidAmount: 12.29, paidCurrency: "USD", ...values });
}

const amend = (id: string, values: Partial<Exception>) =>
  db.query.update(paymentExceptions).set(values).where(eq(paymentExceptions.id, id));

async function waiting(values: Partial<Exception> = {}): Promise<string> {
  const id = crypto.randomUUID();
  await db.write([exception(id, await openDeposit(), values)]);
  return id;
}

const DECIDED = { decidedBy: "admin1", decidedAtMs: NOW, note: "Called the bank", version: 2 };

/** All statements of a match: two approvals of the amount, the transfer, the decision. */
const match = (id: string, amount: number) => [
  ...["admin1", "admin2"].map((adminId) =>
    db.query
      .insert(approvals)
      .values({ subject: `exception:${id}`, act: "match", adminId, detail: String(amount), atMs: NOW }),
  ),
  ...credit(`exception:${id}`, amount),
  amend(id, { ...DECIDED, status: "matched", creditedCents: amount }),
];

describe("a payment that waits for a decision", () => {
  test("begins undecided", async () => {
    const depositId = await openDeposit();
    for (const values of [
      { status: "matched" as const },
      { creditedCents: 1_000 },
      { decidedBy: "admin1" },
      { decidedAtMs: NOW },
      { version: 2 },
      { refundedCents: 1 },
      { refundReference: "RF 1" },
    ]) {
      await refuses("wrong_state", [exception(crypto.randomUUID(), depositId, values)]);
    }
  });

  test("keeps the facts that the network reported", async () => {
    const [id, otherDeposit] = [await waiting(), await openDeposit()];
    for (const values of [
      { depositId: otherDeposit },
      { settlementHash: "another" },
      { reason: "paid_twice" as const },
      { paidAmount: 1_000_000 },
      { paidCurrency: "KHR" },
      { paidAtMs: NOW },
      { createdAtMs: 0 },
    ]) {
      await refuses("exception_terms_fixed", [amend(id, values)]);
    }
  });

  test("is decided completely and once", async () => {
    const id = await waiting();
    for (const values of [{ creditedCents: 1_000 }, { decidedBy: "admin1" }, { decidedAtMs: NOW }, { version: 2 }]) {
      await refuses("wrong_state", [amend(id, values)]);
    }
    await db.write([amend(id, { note: "Asked the bank" })]);
    await db.write([amend(id, { ...DECIDED, status: "dismissed" })]);
    for (const values of [{ creditedCents: 1_000 }, { note: "Something else" }, { decidedBy: "admin2" }]) {
      await refuses("wrong_state", [amend(id, values)]);
    }
  });

  // 12.29 times 100 is 1228.9999999999998 as a double.
  test.each([
    ["USD", 12.29, 1_229],
    ["KHR", 100_000, 1_000_000],
  ])(
    "in %s is credited at most the received amount: of %p never more than %p cents",
    async (paidCurrency, paidAmount, most) => {
      const id = await waiting({ paidCurrency, paidAmount });
      await refuses("credited_more_than_came", match(id, most + 1));
      await db.write(match(id, most));
    },
  );
});
