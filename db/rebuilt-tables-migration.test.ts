import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { behindTriggers, setUpDatabaseBefore } from "../dev/test/test-database.ts";
import { decideException, noteException } from "../worker/deposits/payment-exception-store.ts";
import { checkLedger } from "../worker/ledger/check-ledger.ts";
import { guardNameOf } from "../worker/platform/database-refusal.ts";
import { migrateDatabase } from "./migrate.ts";
import { approvals } from "./schema/index.ts";

setDefaultTimeout(600_000);

const database = setUpDatabaseBefore("ranges_in_triggers_and_decisions_fixed");

const run = (statement: string) => database.db.query.run(sql.raw(statement));

/** An INSERT of one row; text is quoted here. */
const row = (table: string, values: Record<string, string | number | null>) =>
  run(
    `INSERT INTO ${table} (${Object.keys(values)}) VALUES (${Object.values(values).map((value) =>
      typeof value === "string" ? `'${value}'` : String(value),
    )})`,
  );

const person = (id: string, more: Record<string, string | number | null> = {}) =>
  row("users", {
    id,
    email: `${id}@example.com`,
    username: id.toUpperCase(),
    username_key: id,
    first_name: "Bopha",
    last_name: "Sok",
    phone: "012 345 678",
    address: "12 Street 240",
    password_hash: "-",
    theme: 5,
    time_zone: "UTC",
    email_verified_at_ms: 11,
    created_at_ms: 12,
    security_changed_at_ms: 13,
    has_login_alerts: 0,
    has_email_notifications: 0,
    first_device_hash: "first device",
    other_device_log_in_at_ms: 14,
    ...more,
  });

const image = (filename: string, purpose: string) =>
  row("images", {
    filename,
    user_id: "ana",
    purpose,
    object_key: `key of ${filename}`,
    content_type: "image/png",
    size_bytes: 5_242_879,
    width_px: 21,
    height_px: 22,
    uploaded_by: "admin",
    created_at_ms: 23,
  });

const deposit = (id: string, more: Record<string, string | number | null>) =>
  row("deposits", {
    id,
    user_id: "ana",
    amount_cents: 1_000_000,
    bill_number: `bill ${id}`,
    qr_string: `code ${id}`,
    md5_hash: `md5 ${id}`,
    deeplink: "https://example.com",
    created_at_ms: 31,
    updated_at_ms: 32,
    expires_at_ms: 33,
    asked_at_ms: 34,
    next_ask_at_ms: 35,
    ...more,
  });

const withdrawal = (id: string, more: Record<string, string | number | null>) =>
  row("withdrawals", {
    id,
    user_id: "ana",
    amount_cents: 1_000_000,
    payment_method: "Bank Transfer",
    bank_name: "ABA Bank",
    account_id: "000 123",
    request_message: "For the rent",
    approvable_at_ms: 41,
    approvals_needed: 2,
    second_admin_above_cents: 42,
    admin_alone_cents_max: 43,
    created_at_ms: 44,
    updated_at_ms: 45,
    version: 3,
    ...more,
  });

const decided = { decided_by: "admin", reviewed_at_ms: 51, approved_at_ms: 52, admin_notes: "Paid soon" };

/** Every row of the database, table by table. */
async function rowsOfAll(): Promise<Record<string, Record<string, unknown>[]>> {
  const { read } = database.db;
  const [{ rows: tables }] = await read([
    run("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_\\_%' ESCAPE '\\' ORDER BY name"),
  ]);
  const names = tables.map(({ name }) => String(name));
  const results = await read(names.map((name) => run(`SELECT * FROM ${name} ORDER BY 1, 2`)));
  return Object.fromEntries(
    results.map(({ columns, rows }, index) => [
      names[index] ?? "",
      rows.map((values) => Object.fromEntries(columns.map((column) => [column, values[column]]))),
    ]),
  );
}

const refusalOf = (statement: string) =>
  database.db.write([run(statement)]).then(
    () => "it was written",
    (error: unknown) => String(error instanceof Error && error.cause ? error.cause : error),
  );

test("the tables that are made anew keep every row, what refers to them, and what refuses", async () => {
  const { db, url } = database;
  await db.write([
    person("ana"),
    person("admin", { role: "admin", role_given_by: "system", role_given_at_ms: 15, desk_version: 4, theme: 1 }),
    person("cold", { frozen_at_ms: 16, frozen_reason: "Asked for it", frozen_by: "admin" }),
    person("gone", { closed_at_ms: 17, first_device_hash: null }),
    image("code.png", "payment_code"),
    image("proof.png", "proof"),
  ]);
  await behindTriggers(
    db,
    ["deposits_start_pending", "withdrawals_start_pending", "withdrawals_start_undecided"],
    [
      deposit("open", { status: "pending" }),
      deposit("paid", { status: "paid", paid_at_ms: 36, settlement_hash: "settled", bank_reference: "FT 1" }),
      withdrawal("waiting", { status: "pending", payment_method: "KHQR", payment_image: "code.png" }),
      withdrawal("approved", {
        status: "approved",
        ...decided,
        unverified_reason: "Known",
        unverified_payout: "with_reason",
        payer_id: "admin",
        payment_started_at_ms: 53,
        claimed_by: "admin",
        claimed_until_ms: 54,
      }),
      withdrawal("completed", { status: "completed", ...decided, completed_at_ms: 55, payment_id: "FT 2" }),
      withdrawal("rejected", { status: "rejected", ...decided, rejected_at_ms: 56, reject_reason: "other" }),
      row("withdrawal_images", {
        filename: "proof.png",
        withdrawal_id: "completed",
        kind: "proof",
        message: "",
        uploaded_at_ms: 57,
      }),
    ],
  );
  const before = await rowsOfAll();
  expect([before.users?.length, before.images?.length, before.deposits?.length, before.withdrawals?.length]).toEqual([
    4, 2, 2, 4,
  ]);
  // No column of the rebuilt tables is null in every row: one that the copy forgot would show.
  for (const table of ["users", "images", "deposits", "withdrawals"]) {
    const rows = before[table] ?? [];
    const empty = Object.keys(rows[0] ?? {}).filter((column) => rows.every((values) => values[column] === null));
    expect([table, empty]).toEqual([table, []]);
  }

  await migrateDatabase({ url });

  // Tables and columns that are newer are not compared. The journal of money gets what a migration writes into a new column.
  const after = await rowsOfAll();
  for (const table of ["money_journal_rows", "sqlite_sequence"]) delete before[table];
  const known = Object.entries(before).map(([table, rows]) => {
    // A later migration numbers the rows of money that it changes.
    if (table === "sqlite_sequence") return [table, rows];
    const columns = Object.keys(rows[0] ?? {});
    // A later migration opens further accounts of the house.
    const here = after[table]?.filter(({ id }) => table !== "accounts" || rows.some((row) => row.id === id));
    return [table, here?.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))];
  });
  expect(Object.fromEntries(known)).toEqual(before);
  const [{ rows: orphans }, { rows: integrity }] = await db.read([
    run("SELECT * FROM pragma_foreign_key_check"),
    run("SELECT * FROM pragma_integrity_check"),
  ]);
  expect([orphans.length, integrity.map((result) => Object.values(result)[0])]).toEqual([0, ["ok"]]);

  expect(await refusalOf("UPDATE users SET theme = 6 WHERE id = 'ana'")).toBe("it was written");
  const imageOf = (sizeBytes: number) =>
    `INSERT INTO images SELECT 'another.png', 'ana', 'proof', 'another', 'image/png', ${sizeBytes}, 1, 1, 'admin', 0, NULL`;
  const cases: ReadonlyArray<[string, string]> = [
    [imageOf(5_242_880), "images_size"],
    [imageOf(0), "images_size"],
    ["UPDATE users SET email = 'admin@example.com' WHERE id = 'ana'", "UNIQUE constraint failed: users.email"],
    ["UPDATE users SET address = '' WHERE id = 'gone'", "account_closed"],
    ["UPDATE images SET user_id = 'admin'", "image_terms_fixed"],
    ["DELETE FROM images WHERE filename = 'proof.png'", "FOREIGN KEY constraint failed"],
    ["UPDATE withdrawal_images SET withdrawal_id = 'none'", "FOREIGN KEY constraint failed"],
    ["UPDATE deposits SET amount_cents = 1", "deposit_terms_fixed"],
    ["DELETE FROM withdrawals", "ledger_append_only"],
    ["UPDATE withdrawals SET completed_at_ms = 60 WHERE id = 'completed'", "withdrawal_terms_fixed"],
    ["UPDATE users SET theme = 'blue' WHERE id = 'ana'", "cannot store TEXT value in INTEGER column"],
  ];
  for (const [statement, refusal] of cases) expect(await refusalOf(statement), statement).toContain(refusal);
});

const beforeBooks = setUpDatabaseBefore("books");

test("the ledger of before the books keeps its accounts with their entries, and a payment of then goes over suspense", async () => {
  const { db, url } = beforeBooks;
  const { query } = db;
  const write = (...statements: string[]) => db.write(statements.map((statement) => query.run(sql.raw(statement))));
  const all = async (statement: string) => (await db.read([query.all(sql.raw(statement))]))[0];
  const transfer = (id: string, kind: string, entries: Record<string, number>) => [
    ...Object.entries(entries).map(
      ([account, cents]) =>
        `INSERT INTO entries (transfer_id, account_id, amount_cents) VALUES ('${id}', '${account}', ${cents})`,
    ),
    `INSERT INTO transfers (id, kind, reference, memo, actor, at_ms) VALUES ('${id}', '${kind}', '${kind}:${id}', '-', 'system', 1)`,
  ];
  const code = (id: string) =>
    `INSERT INTO deposits (id, user_id, amount_cents, status, bill_number, qr_string, md5_hash, created_at_ms, updated_at_ms, expires_at_ms)
      VALUES ('${id}', 'ana', 5000, 'pending', '${id}', '${id}', '${id}', 0, 0, 0)`;
  const people = ["ana", "admin1", "admin2"].flatMap((id) => [
    `INSERT INTO users (id, email, username, username_key, first_name, last_name, role, role_given_by, password_hash, time_zone, created_at_ms)
      VALUES ('${id}', '${id}@example.com', '${id}', '${id}', 'A', 'B', ${id === "ana" ? "'trader', NULL" : "'admin', 'system'"}, '-', 'UTC', 0)`,
    ...["available", "held"].map(
      (kind) => `INSERT INTO accounts (id, user_id, kind, floor_cents) VALUES ('${kind}:${id}', '${id}', '${kind}', 0)`,
    ),
  ]);
  await write(
    ...people,
    code("d1"),
    code("d2"),
    ...transfer("d1", "deposit", { "house:khqr": -5_000, "available:ana": 5_000 }),
    "UPDATE deposits SET status = 'paid', paid_at_ms = 1, settlement_hash = 'h1' WHERE id = 'd1'",
    `INSERT INTO payment_exceptions (id, deposit_id, settlement_hash, reason, paid_amount, paid_currency, created_at_ms)
      VALUES ('e', 'd2', 'h2', 'wrong_amount', 45, 'USD', 0)`,
  );
  const accountsBefore = await all("SELECT * FROM accounts ORDER BY id");
  const entriesBefore = await all("SELECT * FROM entries ORDER BY id");

  await migrateDatabase({ url });
  expect(
    await all(
      "SELECT id, user_id, kind, balance_cents, floor_cents, last_entry_id FROM accounts WHERE last_entry_id > 0 OR user_id IS NOT NULL OR id IN ('house:payout', 'house:trading') ORDER BY id",
    ),
  ).toEqual(accountsBefore);
  expect(await all("SELECT id, transfer_id, account_id, amount_cents FROM entries ORDER BY id")).toEqual(entriesBefore);
  expect(await all("SELECT DISTINCT currency FROM accounts WHERE user_id IS NOT NULL OR last_entry_id > 0")).toEqual([
    { currency: "USD" },
  ]);
  expect(await all("SELECT * FROM pragma_foreign_key_check")).toEqual([]);
  expect(await checkLedger(db)).toMatchObject({ isClean: true, entries: 2 });

  // What the table's triggers did, they do.
  const refusal = (statements: string[]) =>
    write(...statements).then(
      () => null,
      (error: unknown) => guardNameOf(error),
    );
  expect(await refusal(["UPDATE accounts SET balance_cents = 1 WHERE id = 'available:ana'"])).toBe(
    "balance_without_entry",
  );
  expect(await refusal(["DELETE FROM accounts"])).toBe("ledger_append_only");
  expect(await refusal(transfer("t", "trades", { "house:trading": 5_001, "available:ana": -5_001 }))).toBe(
    "insufficient_funds",
  );
  expect(await refusal(["UPDATE users SET closed_at_ms = 5 WHERE id = 'ana'"])).toBe("account_in_use");

  // The payment that waited is received and credited with its decision.
  await db.write([
    ...["admin1", "admin2"].map((adminId) =>
      query.insert(approvals).values({ subject: "exception:e", act: "match", adminId, detail: "4500", atMs: 9 }),
    ),
    ...noteException(query, { id: "e", version: 1 }, "As paid"),
    decideException(query, "e", {
      ...{ status: "matched", version: 2, creditedCents: 4_500, refundedCents: null, refundReference: null },
      ...{ decidedBy: "admin2", decidedAtMs: 9 },
    }),
  ]);
  expect(await all("SELECT account_id, amount_cents FROM entries WHERE id > 2 ORDER BY id")).toEqual([
    { account_id: "house:khqr", amount_cents: -4_500 },
    { account_id: "house:suspense", amount_cents: 4_500 },
    { account_id: "house:suspense", amount_cents: -4_500 },
    { account_id: "available:ana", amount_cents: 4_500 },
  ]);
  expect(await checkLedger(db)).toMatchObject({ isClean: true, entries: 6 });
});
