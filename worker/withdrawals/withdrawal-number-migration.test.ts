import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { migrateDatabase } from "../../db/migrate.ts";
import { setUpDatabaseBefore } from "../../dev/test/test-database.ts";
import { guardNameOf } from "../platform/database-refusal.ts";

setDefaultTimeout(600_000);

const database = setUpDatabaseBefore("number_withdrawals");

test("earlier withdrawals are numbered in order of request, with gaps, and so is what the version before inserts", async () => {
  const { db, url } = database;
  const run = (statement: string) => db.query.run(sql.raw(statement));
  const ask = (id: string, atMs: number) => [
    run(
      `INSERT INTO entries (transfer_id, account_id, amount_cents) VALUES ('t${id}', 'available:ana', -100), ('t${id}', 'held:ana', 100)`,
    ),
    run(
      `INSERT INTO transfers (id, kind, reference, memo, actor, at_ms) VALUES ('t${id}', 'withdrawal', 'withdrawal:${id}:request', '', 'ana', 1000)`,
    ),
    run(`INSERT INTO withdrawals (id, user_id, amount_cents, status, payment_method, bank_name, account_id, request_message, approvals_needed, created_at_ms, updated_at_ms)
      VALUES ('${id}', 'ana', 100, 'pending', 'Bank Transfer', 'ABA', '1', 'x', 1, ${atMs}, ${atMs})`),
  ];
  await db.write([
    run(`INSERT INTO users (id, email, username, username_key, first_name, last_name, password_hash, time_zone, created_at_ms)
      VALUES ('ana', 'ana@example.com', 'ana', 'ana', 'A', 'B', '-', 'UTC', 0)`),
    run(
      "INSERT INTO accounts (id, user_id, kind, floor_cents) VALUES ('available:ana', 'ana', 'available', 0), ('held:ana', 'ana', 'held', 0)",
    ),
    run(
      "INSERT INTO entries (transfer_id, account_id, amount_cents) VALUES ('paid', 'house:khqr', -500000), ('paid', 'available:ana', 500000)",
    ),
    run(
      "INSERT INTO transfers (id, kind, reference, memo, actor, at_ms) VALUES ('paid', 'deposit', 'deposit:d', '', 'system', 1)",
    ),
    ...ask("third", 3_000),
    ...ask("first", 1_000),
    ...ask("second", 2_000),
  ]);

  await migrateDatabase({ url });
  await db.write(ask("fourth", 4_000));
  const [{ rows }, { rows: journalled }] = await db.read([
    run("SELECT id, number FROM withdrawals ORDER BY number"),
    run(`SELECT row ->> 'id' AS id, row ->> 'number' AS number FROM money_journal_rows
      WHERE sequence IN (SELECT max(sequence) FROM money_journal_rows WHERE table_name = 'withdrawals' GROUP BY row ->> 'id') ORDER BY 2`),
  ]);
  expect(rows.map(({ id }) => id)).toEqual(["first", "second", "third", "fourth"]);
  let before = 1_000;
  for (const { number } of rows) {
    expect(Number(number) - before).toBeWithin(1, 20);
    before = Number(number);
  }
  // A restore writes the newest row of each.
  expect(journalled.map((row) => ({ ...row }))).toEqual(rows.map((row) => ({ ...row })));
  for (const change of ["number = 5", "number = NULL"]) {
    const error = await db.write([run(`UPDATE withdrawals SET ${change} WHERE id = 'first'`)]).catch((fault) => fault);
    expect(guardNameOf(error)).toBe("withdrawal_terms_fixed");
  }
});
