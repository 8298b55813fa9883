import { expect, setDefaultTimeout, test } from "bun:test";
import { asc, sql } from "drizzle-orm";
import { migrateDatabase } from "../../db/migrate.ts";
import { deposits } from "../../db/schema/index.ts";
import { setUpDatabaseBefore } from "../../dev/test/test-database.ts";
import { checkLedger } from "./check-ledger.ts";

setDefaultTimeout(600_000);

const database = setUpDatabaseBefore("a_code_is_credited_once");

test("deposits of before say what was credited for them, and a matched payment has paid its deposit", async () => {
  const { db, url } = database;
  const run = (statement: string) => db.query.run(sql.raw(statement));
  const person = (id: string, role: string) =>
    run(`INSERT INTO users (id, email, username, username_key, first_name, last_name, role, role_given_by, password_hash, time_zone, created_at_ms)
      VALUES ('${id}', '${id}@example.com', '${id}', '${id}', 'A', 'B', '${role}', ${role === "admin" ? "'system'" : "NULL"}, '-', 'UTC', 0)`);
  const deposit = (id: string) => [
    run(`INSERT INTO deposits (id, user_id, amount_cents, status, bill_number, qr_string, md5_hash, created_at_ms, updated_at_ms, expires_at_ms)
      VALUES ('${id}', 'ana', 5000, 'pending', '${id}', '${id}', '${id}', 0, 0, 0)`),
    run(`UPDATE deposits SET status = 'expired' WHERE id = '${id}'`),
  ];
  const credit = (reference: string, cents: number) => [
    run(`INSERT INTO entries (transfer_id, account_id, amount_cents)
      VALUES ('t ${reference}', 'house:khqr', ${-cents}), ('t ${reference}', 'available:ana', ${cents})`),
    run(`INSERT INTO transfers (id, kind, reference, memo, actor, at_ms)
      VALUES ('t ${reference}', 'deposit', '${reference}', '-', 'admin1', 1)`),
  ];
  const pay = (id: string, more = "") => [
    ...credit(`deposit:${id}`, 5_000),
    run(`UPDATE deposits SET status = 'paid', paid_at_ms = 7, settlement_hash = 'h ${id}' ${more} WHERE id = '${id}'`),
  ];
  const approve = (subject: string, act: string, detail: string) =>
    ["admin1", "admin2"].map((admin) =>
      run(
        `INSERT INTO approvals (subject, act, admin_id, detail, at_ms) VALUES ('${subject}', '${act}', '${admin}', '${detail}', 1)`,
      ),
    );
  const match = (id: string, ofDeposit: string, cents: number, atMs: number) => [
    run(`INSERT INTO payment_exceptions (id, deposit_id, settlement_hash, reason, paid_amount, paid_currency, created_at_ms)
      VALUES ('${id}', '${ofDeposit}', 'h ${id}', 'wrong_amount', ${cents / 100}, 'USD', 0)`),
    ...approve(`exception:${id}`, "match", String(cents)),
    ...credit(`exception:${id}`, cents),
    run(`UPDATE payment_exceptions SET status = 'matched', credited_cents = ${cents}, version = 2, decided_by = 'admin1',
      decided_at_ms = ${atMs}, note = 'x' WHERE id = '${id}'`),
  ];
  await db.write([
    person("ana", "trader"),
    person("admin1", "admin"),
    person("admin2", "admin"),
    run(
      `INSERT INTO accounts (id, user_id, kind, floor_cents) VALUES ('available:ana', 'ana', 'available', 0), ('held:ana', 'ana', 'held', 0)`,
    ),
    ...deposit("a as asked"),
    ...pay("a as asked"),
    ...deposit("b matched"),
    ...match("e1", "b matched", 4_500, 20),
    ...deposit("c matched in two"),
    ...match("e2", "c matched in two", 2_000, 31),
    ...match("e3", "c matched in two", 1_500, 30),
    ...deposit("d matched and by hand"),
    ...match("e4", "d matched and by hand", 4_500, 40),
    ...approve("deposit:d matched and by hand", "mark_paid", "FT 1 h d matched and by hand"),
    ...pay("d matched and by hand", ", bank_reference = 'FT 1'"),
    ...deposit("e not paid"),
  ]);

  await migrateDatabase({ url });

  const [rows] = await db.read([db.query.select().from(deposits).orderBy(asc(deposits.id))]);
  expect(
    rows.map(({ id, status, paidCents, paidAtMs, settlementHash }) => [
      id,
      status,
      paidCents,
      paidAtMs,
      settlementHash,
    ]),
  ).toEqual([
    ["a as asked", "paid", 5_000, 7, "h a as asked"],
    ["b matched", "paid", 4_500, 20, "h e1"],
    ["c matched in two", "paid", 3_500, 30, "h e3"],
    ["d matched and by hand", "paid", 9_500, 7, "h d matched and by hand"],
    ["e not paid", "expired", null, null, null],
  ]);
  const check = await checkLedger(db);
  expect(check).toMatchObject({ isClean: true, unfounded: [], creditedTwice: [] });
  expect(check.creditedSeveralTimes).toEqual([
    { billNumber: "c matched in two", credits: 2, creditedCents: 3_500, paidCents: 3_500 },
    { billNumber: "d matched and by hand", credits: 2, creditedCents: 9_500, paidCents: 9_500 },
  ]);
  // The journal of money has what was filled in.
  const [{ rows: journalled }] = await db.read([
    run(`SELECT row ->> '$.id' AS id, row ->> '$.paid_cents' AS cents FROM money_journal_rows
      WHERE table_name = 'deposits' AND row ->> '$.paid_cents' IS NOT NULL ORDER BY id`),
  ]);
  expect(journalled.map(({ id, cents }) => [id, Number(cents)])).toEqual([
    ["a as asked", 5_000],
    ["b matched", 4_500],
    ["c matched in two", 3_500],
    ["d matched and by hand", 9_500],
  ]);
});

test("what a version before writes has its sum too", async () => {
  const { db } = database;
  const run = (statement: string) => db.query.run(sql.raw(statement));
  await db.write([
    run(
      `INSERT INTO entries (transfer_id, account_id, amount_cents) VALUES ('t', 'house:khqr', -5000), ('t', 'available:ana', 5000)`,
    ),
    run(
      `INSERT INTO transfers (id, kind, reference, memo, actor, at_ms) VALUES ('t', 'deposit', 'deposit:e not paid', '-', 'system', 1)`,
    ),
    run(`UPDATE deposits SET status = 'paid', paid_at_ms = 9, settlement_hash = 'h late' WHERE id = 'e not paid'`),
  ]);
  const [[row]] = await db.read([db.query.select().from(deposits).where(sql`id = 'e not paid'`)]);
  expect(row).toMatchObject({ status: "paid", paidCents: 5_000, paidAtMs: 9 });
  const [{ rows: journalled }] = await db.read([
    run(
      `SELECT row ->> '$.paid_cents' AS cents FROM money_journal_rows WHERE table_name = 'deposits' ORDER BY sequence DESC LIMIT 1`,
    ),
  ]);
  expect(Number(journalled[0]?.cents)).toBe(5_000);
  expect(await checkLedger(db)).toMatchObject({ isClean: true });
});
