import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { migrateDatabase } from "../../db/migrate.ts";
import { behindTriggers, setUpDatabaseBefore } from "../../dev/test/test-database.ts";
import { refusedBy } from "../platform/database-refusal.ts";

setDefaultTimeout(600_000);

const database = setUpDatabaseBefore("unverified_payouts_and_withdrawn_completions");

test("withdrawn proofs are deleted, all others stay, and an old reason alone approves nothing", async () => {
  const { db, url } = database;
  const run = (statement: string) => db.query.run(sql.raw(statement));
  const person = (id: string, role: string) =>
    run(`INSERT INTO users (id, email, username, username_key, first_name, last_name, role, role_given_by, password_hash, time_zone, created_at_ms)
      VALUES ('${id}', '${id}@example.com', '${id}', '${id}', 'A', 'B', '${role}', ${role === "admin" ? "'system'" : "NULL"}, '-', 'UTC', 0)`);
  const withdrawal = (id: string, status: string, dates: string) =>
    run(`INSERT INTO withdrawals (id, user_id, amount_cents, status, payment_method, bank_name, account_id, request_message, approvals_needed, unverified_reason, created_at_ms, updated_at_ms, approved_at_ms, completed_at_ms, payment_id, rejected_at_ms)
      VALUES ('${id}', 'ana', 100, '${status}', 'Bank Transfer', 'ABA', '1', 'x', 1, ${status === "pending" ? "'Known'" : "NULL"}, 1000, 1000, ${dates})`);
  const proof = (id: string) => [
    run(`INSERT INTO images (filename, user_id, purpose, object_key, content_type, size_bytes, width_px, height_px, uploaded_by, created_at_ms)
      VALUES ('${id}.png', 'ana', 'proof', '${id}', 'image/png', 1, 20, 20, 'admin', 3000)`),
    run(`INSERT INTO withdrawal_images (filename, withdrawal_id, kind, message, uploaded_at_ms)
      VALUES ('${id}.png', '${id}', 'proof', '', 3000)`),
  ];
  const approval = (subject: string, act: string, atMs: number) =>
    run(
      `INSERT INTO approvals (subject, act, admin_id, detail, at_ms) VALUES ('${subject}', '${act}', 'admin', '', ${atMs})`,
    );
  await db.write([person("ana", "trader"), person("admin", "admin")]);
  await behindTriggers(
    db,
    ["withdrawals_start_pending", "withdrawals_start_undecided", "approvals_agree"],
    [
      withdrawal("waiting", "pending", "NULL, NULL, NULL, NULL"),
      withdrawal("taken_back", "approved", "2000, NULL, NULL, NULL"),
      withdrawal("said_paid", "approved", "2000, NULL, NULL, NULL"),
      withdrawal("paid", "completed", "2000, 3000, 'FT', NULL"),
      withdrawal("given_back", "rejected", "2000, NULL, NULL, 3500"),
      ...["taken_back", "said_paid", "paid", "given_back"].flatMap(proof),
      approval("rejection:taken_back", "approve", 4_000),
      // Approved before the payment was made, and so not about its proof.
      approval("rejection:said_paid", "approve", 2_500),
      approval("withdrawal:waiting", "approve", 2_000),
    ],
  );

  await migrateDatabase({ url });
  const namesIn = async (table: string) => {
    const [{ rows }] = await db.read([run(`SELECT filename FROM ${table} ORDER BY filename`)]);
    return rows.map(({ filename }) => filename);
  };
  const kept = ["paid.png", "said_paid.png"];
  expect([await namesIn("withdrawal_images"), await namesIn("images")]).toEqual([kept, kept]);
  const approving = db.write([
    run(
      "UPDATE withdrawals SET status = 'approved', approved_at_ms = 5000, decided_by = 'admin', version = 2 WHERE id = 'waiting'",
    ),
  ]);
  const refusal = await approving.catch((error: unknown) => error);
  expect(refusedBy(refusal, "identity_not_verified")).toBe(true);
});
