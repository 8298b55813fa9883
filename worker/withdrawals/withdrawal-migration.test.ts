import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { migrateDatabase } from "../../db/migrate.ts";
import { setUpDatabaseBefore } from "../../dev/test/test-database.ts";

setDefaultTimeout(600_000);

const database = setUpDatabaseBefore("withdrawal_day_sums");

test("earlier withdrawals keep the number of approvals they needed, and what one admin moved before counts", async () => {
  const { db, url } = database;
  const run = (statement: string) => db.query.run(sql.raw(statement));
  const person = (id: string, role: string) =>
    run(`INSERT INTO users (id, email, username, username_key, first_name, last_name, role, role_given_by, password_hash, time_zone, created_at_ms)
      VALUES ('${id}', '${id}@example.com', '${id}', '${id}', 'A', 'B', '${role}', ${role === "admin" ? "'system'" : "NULL"}, '-', 'UTC', 0)`);
  const asked = (id: string, needs: number) => [
    run(
      `INSERT INTO entries (transfer_id, account_id, amount_cents) VALUES ('t${id}', 'available:ana', -60000), ('t${id}', 'held:ana', 60000)`,
    ),
    run(
      `INSERT INTO transfers (id, kind, reference, memo, actor, at_ms) VALUES ('t${id}', 'withdrawal', 'withdrawal:${id}:request', '', 'ana', 1000)`,
    ),
    run(`INSERT INTO withdrawals (id, user_id, amount_cents, status, payment_method, bank_name, account_id, request_message, approvals_needed, created_at_ms, updated_at_ms)
      VALUES ('${id}', 'ana', 60000, 'pending', 'Bank Transfer', 'ABA', '1', 'x', ${needs}, 1000, 1000)`),
  ];
  await db.write([
    person("ana", "trader"),
    person("admin", "admin"),
    run(
      "INSERT INTO accounts (id, user_id, kind, floor_cents) VALUES ('available:ana', 'ana', 'available', 0), ('held:ana', 'ana', 'held', 0)",
    ),
    run(
      "INSERT INTO entries (transfer_id, account_id, amount_cents) VALUES ('paid', 'house:khqr', -500000), ('paid', 'available:ana', 500000)",
    ),
    run(
      "INSERT INTO transfers (id, kind, reference, memo, actor, at_ms) VALUES ('paid', 'deposit', 'deposit:d', '', 'system', 1)",
    ),
    ...asked("waiting", 1),
    ...asked("waiting2", 2),
    ...asked("approved", 1),
    run(
      "INSERT INTO approvals (subject, act, admin_id, detail, at_ms) VALUES ('withdrawal:approved', 'approve', 'admin', '', 2000)",
    ),
    run(
      "UPDATE withdrawals SET status = 'approved', approved_at_ms = 2000, decided_by = 'admin', version = 2 WHERE id = 'approved'",
    ),
  ]);

  await migrateDatabase({ url });
  const [{ rows: withdrawals }, { rows: moved }] = await db.read([
    run(`SELECT id, status, approvals_needed AS needs, second_admin_above_cents AS above, admin_alone_cents_max AS alone,
      unverified_reason AS reason, payer_id AS payer FROM withdrawals ORDER BY id`),
    run("SELECT admin_id AS admin, withdrawal_id AS id, amount_cents AS cents, at_ms AS at FROM moved_alone"),
  ]);
  const sums = { above: 100_000, alone: 1_000_000, reason: null, payer: null };
  expect(withdrawals.map((row) => Object.fromEntries(Object.entries(row)))).toEqual([
    { id: "approved", status: "approved", needs: 1, ...sums },
    { id: "waiting", status: "pending", needs: 1, ...sums },
    { id: "waiting2", status: "pending", needs: 2, ...sums },
  ]);
  expect(moved.map((row) => Object.fromEntries(Object.entries(row)))).toEqual([
    { admin: "admin", id: "approved", cents: 60_000, at: 2_000 },
  ]);

  // The next request of the same 24 hours raises the one that is still pending.
  await db.write(asked("next", 1));
  const [{ rows: after }] = await db.read([run("SELECT id, approvals_needed AS needs FROM withdrawals ORDER BY id")]);
  expect(Object.fromEntries(after.map(({ id, needs }) => [id, needs]))).toEqual({
    approved: 1,
    next: 2,
    waiting: 2,
    waiting2: 2,
  });
});
