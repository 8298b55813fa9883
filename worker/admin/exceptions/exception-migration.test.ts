import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { migrateDatabase } from "../../../db/migrate.ts";
import { imports, ledgerChecks, paymentExceptions } from "../../../db/schema/index.ts";
import { setUpDatabaseBefore } from "../../../dev/test/test-database.ts";
import { refusedBy } from "../../platform/database-refusal.ts";

setDefaultTimeout(600_000);

const database = setUpDatabaseBefore("payers_waiting_imports_ledger_checks");

test("old payments, staged files and ledger checks keep their meaning", async () => {
  const { db, url } = database;
  const run = (statement: string) => db.query.run(sql.raw(statement));
  const person = (id: string, role: string) =>
    run(`INSERT INTO users (id, email, username, username_key, first_name, last_name, role, role_given_by, password_hash, time_zone, created_at_ms)
      VALUES ('${id}', '${id}@example.com', '${id}', '${id}', 'A', 'B', '${role}', ${role === "admin" ? "'system'" : "NULL"}, '-', 'UTC', 0)`);
  const file = (id: string, rowCount: number) =>
    run(`INSERT INTO imports (id, user_id, status, file_name, format, time_zone, row_count, created_by, created_at_ms, alone_cents_max)
      VALUES ('${id}', 'ana', 'staged', 'a.csv', 'csv', 'UTC', ${rowCount}, 'admin', 0, 100000)`);
  const row = (importId: string, number: number, cents: number) =>
    run(`INSERT INTO import_rows (import_id, row_number, ticket, symbol, direction, lot_micros, entry_price, exit_price, opened_at_ms, closed_at_ms, profit_cents)
      VALUES ('${importId}', ${number}, '${importId}${number}', 'XAUUSDm', 'Buy', 100000, 1, 2, 0, 0, ${cents})`);
  await db.write([
    person("ana", "trader"),
    person("admin", "admin"),
    run(`INSERT INTO deposits (id, user_id, amount_cents, status, bill_number, qr_string, md5_hash, created_at_ms, updated_at_ms, expires_at_ms)
      VALUES ('d', 'ana', 2000, 'pending', 'D1', 'q', 'm', 0, 0, 0)`),
    run(`INSERT INTO payment_exceptions (id, deposit_id, settlement_hash, reason, paid_amount, paid_currency, created_at_ms)
      VALUES ('e', 'd', 'h', 'wrong_currency', 0, 'KHR', 0)`),
    file("whole", 2),
    row("whole", 1, 150_000),
    row("whole", 2, -20_000),
    file("partly", 2),
    row("partly", 1, 500),
    run(
      "INSERT INTO job_runs (job, ran_at_ms) VALUES ('ledger_new', 7000), ('ledger_whole', 5000), ('sweep_images', 1)",
    ),
    run("INSERT INTO pauses (what, reason, since_ms) VALUES ('withdrawals', 'available:ana: \"odd\"', 6000)"),
  ]);

  await migrateDatabase({ url });
  const [exceptions, files, checks] = await db.read([
    db.query.select().from(paymentExceptions),
    db.query.select({ id: imports.id, movesCents: imports.movesCents }).from(imports).orderBy(imports.id),
    db.query.select().from(ledgerChecks).orderBy(ledgerChecks.job),
  ]);
  // The payer was not stored then.
  expect(exceptions).toMatchObject([{ id: "e", paidFrom: null, status: "open" }]);
  expect(files).toEqual([
    { id: "partly", movesCents: null },
    { id: "whole", movesCents: 130_000 },
  ]);
  const faults = JSON.stringify(['available:ana: "odd"']);
  expect(checks).toEqual([
    { job: "ledger_new", checkedAtMs: 7_000, faultCount: 1, faults },
    { job: "ledger_whole", checkedAtMs: 5_000, faultCount: 1, faults },
  ]);

  const refusal = async (statement: string) => db.write([run(statement)]).catch((error: unknown) => error);
  const payer = await refusal("UPDATE payment_exceptions SET paid_from = 'other@bank' WHERE id = 'e'");
  expect(refusedBy(payer, "exception_terms_fixed")).toBe(true);
  // Nothing was paid, so nothing can be credited, in whatever currency.
  const credit = await refusal(
    "UPDATE payment_exceptions SET credited_cents = 1, status = 'matched', version = 2, decided_by = 'admin', decided_at_ms = 1, note = 'x' WHERE id = 'e'",
  );
  expect(refusedBy(credit, "credited_more_than_came")).toBe(true);
});
