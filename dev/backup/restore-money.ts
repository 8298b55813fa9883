import { type Client, createClient, type InStatement } from "@libsql/client/web";
import { type Database, openDatabase } from "../../db/client.ts";
import { BATCH_MARK, JOURNAL_GENERATION_ROWS, type JournalRow } from "../../db/money-journal.ts";
import { NO_PASSWORD } from "../../db/no-password.ts";
import { recordRestore } from "../../worker/admin/restores/restore-store.ts";
import type { RestoreFinding } from "../../worker/contract/restore-finding.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { generationOf } from "../../worker/journal/journal-segments.ts";
import { rebuildMarks } from "../../worker/ledger/account-mark-store.ts";
import { checkLedger, type LedgerCheck } from "../../worker/ledger/check-ledger.ts";
import { recordCheck } from "../../worker/ledger/ledger-check-store.ts";
import { describeFaults } from "../../worker/ledger/ledger-faults.ts";
import { pauseAfterRestore } from "../../worker/ledger/pause-store.ts";
import type { DatabaseAddress } from "../database-dump.ts";
import { JOURNALLED_TABLES, PRIMARY_KEYS, type Row, stateAfter } from "./journalled-tables.ts";
import type { StoredJournal } from "./read-journal.ts";
import { recountTrades } from "./recount-trades.ts";
import { describeRestore } from "./restore-findings.ts";

export type RestoreStep = "journal" | "rows" | "balances" | "trades" | "check" | "pauses";

/** The result of a restore. @property appliedRows the rows of tables that were written */
export type RestoreReport = {
  restoreId: string;
  copySequence: number;
  journalSequence: number;
  appliedRows: number;
  findings: RestoreFinding[];
  check: LedgerCheck;
  /** How long each step took. */
  seconds: Record<RestoreStep, number>;
};

/** The most that one transaction of a restore writes, in bytes: the hosted service ends a transaction after 5 s. */
const BATCH_BYTES = 500_000;
const TIMEOUT_MS = 600_000;
/**
 * The password of a person whom the journal has, which has no password. It stays as the copy has it unless something happened since
 * that may have changed or ended it, or the second factor: then a password that has leaked would be valid again, so
 * it is void and its owner sets another one by mail.
 */
const PASSWORD = {
  column: "password_hash",
  ofNew: `'${NO_PASSWORD}'`,
  ofKnown: `CASE WHEN (users.security_changed_at_ms, users.email_verified_at_ms, users.role_given_at_ms)
    IS (excluded.security_changed_at_ms, excluded.email_verified_at_ms, excluded.role_given_at_ms)
    THEN users.password_hash ELSE '${NO_PASSWORD}' END`,
};
/** For how long the payment network is asked about codes that were not paid. */
const POLLED_MS = 2 * DAY_MS;

/** Rows that a copy must not bring back: sessions that were ended since, and links and codes that were used. */
const VOID_TABLES = [
  "bearers",
  "sessions",
  "password_resets",
  "sign_in_tokens",
  "verification_codes",
  "second_factor_enrolments",
];

/**
 * Brings a copy of the database to what the journal of money has: the ledger, deposits, withdrawals and payment codes, to the
 * cent and to the row. Then it pauses deposits and withdrawals until two admins have approved what it found, ends all
 * sessions, and begins a new generation of the journal, so that a Worker with the old database can move nothing.
 *
 * It can be repeated as long as no Worker has written to the copy: everything but the last step only writes what the
 * journal says. No Worker may use the copy meanwhile.
 *
 * @param copy a database with the schema of this version
 * @throws Error when the journal is not one of this database
 */
export async function restoreMoney(
  copy: DatabaseAddress,
  journal: StoredJournal,
  nowMs: number,
): Promise<RestoreReport> {
  const { url, authToken } = copy;
  const client = createClient({ url, ...(authToken ? { authToken } : {}) });
  const db = openDatabase({ url, authToken, timeoutMs: TIMEOUT_MS });
  const seconds: RestoreReport["seconds"] = { journal: 0, rows: 0, balances: 0, trades: 0, check: 0, pauses: 0 };
  const timed = async <T>(step: RestoreStep, run: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const result = await run();
    seconds[step] = (performance.now() - startedAt) / 1_000;
    return result;
  };
  try {
    const { copySequence, beyond, unknown } = await timed("journal", () => compareSequences(client, journal));
    const findings = await describeRestore(client, { beyond, copySequence, owed: unknown });
    const state = stateAfter(beyond);
    const appliedRows = await timed("rows", () => applyState(client, state));
    await timed("balances", async () => {
      await recountBalances(client);
      await client.batch(UNSETTLED_RECOUNT, "write");
    });
    await timed("trades", () => recountTrades(db, [...(state.get("imports")?.values() ?? [])]));
    const check = await timed("check", () => checkLedger(db));
    const restoreId = crypto.randomUUID();
    const journalSequence = Math.max(copySequence, journal.newest, journal.head?.completeUpTo ?? 0);
    await timed("pauses", async () => {
      await finish(db, { restoreId, copySequence, journalSequence, findings, check, nowMs });
      // Last: from here on the copy counts as a database of its own.
      await beginGeneration(client, journalSequence, unknown);
    });
    return { restoreId, copySequence, journalSequence, appliedRows, findings, check, seconds };
  } finally {
    client.close();
  }
}

/**
 * Compares a copy with the journal by their sequences.
 * @returns the rows of the journal beyond the copy, and the rows of the copy that the journal does not know
 * @throws Error when copy and journal have different rows under one number
 */
async function compareSequences(client: Client, journal: StoredJournal) {
  const copySequence = await sequenceOf(client);
  const owed = await rowsOwed(client);
  const rows = await journal.rowsFrom(Math.min(copySequence + 1, owed[0]?.sequence ?? Number.POSITIVE_INFINITY));
  const known = new Map(rows.map((row) => [row.sequence, row]));
  const other = owed.find((row) => known.has(row.sequence) && known.get(row.sequence)?.row !== row.row);
  if (other) {
    throw new Error(`row ${other.sequence} of the copy is another one in the journal: they do not belong together`);
  }
  return {
    copySequence,
    beyond: rows.filter(({ sequence }) => sequence > copySequence),
    unknown: owed.filter(({ sequence, tableName }) => !known.has(sequence) && tableName !== BATCH_MARK),
  };
}

/** The newest sequence that a database gave to a row for the journal. */
async function sequenceOf(client: Client): Promise<number> {
  const { rows } = await client.execute("SELECT seq FROM sqlite_sequence WHERE name = 'money_journal_rows'");
  return Number(rows[0]?.seq ?? 0);
}

/** The rows of a copy that its cron had not deleted: the journal has them, unless the crash was in between. */
async function rowsOwed(client: Client): Promise<JournalRow[]> {
  const { rows } = await client.execute("SELECT sequence, table_name, row FROM money_journal_rows ORDER BY sequence");
  return rows.map((row) => ({
    sequence: Number(row.sequence),
    tableName: String(row.table_name),
    row: String(row.row),
  }));
}

/** Writes the last state of every row. @returns how many rows */
async function applyState(client: Client, state: ReadonlyMap<string, ReadonlyMap<string, Row>>): Promise<number> {
  let count = 0;
  for (const [table, rows] of state) {
    let statements: InStatement[] = table === "withdrawals" ? [withoutNumbers([...rows.values()])] : [];
    let bytes = 0;
    for (const statement of upserts(table, [...rows.values()])) {
      statements.push(statement);
      bytes += statement.args[0].length;
      if (bytes < BATCH_BYTES) continue;
      await withoutTriggers(client, statements);
      [statements, bytes] = [[], 0];
    }
    if (statements.length > 0) await withoutTriggers(client, statements);
    count += rows.size;
  }
  await withoutTriggers(client, [
    NUMBER_WITHDRAWALS,
    // A reversal deletes the trades of its import.
    "DELETE FROM trades WHERE import_id IN (SELECT id FROM imports WHERE status = 'reversed')",
    // A row of a version before the column says nothing of the sum: it is the one asked.
    "UPDATE deposits SET paid_cents = amount_cents WHERE status = 'paid' AND paid_cents IS NULL",
    ROLES_OF_EARLIER_ADMINS,
  ]);
  return count;
}

/**
 * The statement that takes the numbers of withdrawals that the journal has. The migration that numbers them chose others for a
 * copy from before it, one of which may be another row's in the journal.
 */
function withoutNumbers(rows: readonly Row[]): { sql: string; args: [string] } {
  const ids = rows.filter(({ number }) => number != null).map(({ id }) => id);
  const sql = "UPDATE withdrawals SET number = NULL WHERE id IN (SELECT value FROM json_each(?))";
  return { sql, args: [JSON.stringify(ids)] };
}

/** Numbers the withdrawals that the journal has from before they had a number, as the trigger and the migration do. */
const NUMBER_WITHDRAWALS = `WITH numbered AS MATERIALIZED (
    SELECT id, (SELECT coalesce(max(number), 1000) FROM withdrawals)
      + sum(1 + abs(random() % 19)) OVER (ORDER BY created_at_ms, id) AS number
    FROM withdrawals WHERE number IS NULL
  )
  UPDATE withdrawals SET number = numbered.number FROM numbered WHERE numbered.id = withdrawals.id`;

/** Gives all roles to an admin whom the journal has from a version before roles: every later one has a row. */
const ROLES_OF_EARLIER_ADMINS = `INSERT INTO admin_roles (user_id, role, is_held, changed_by, changed_at_ms)
  SELECT users.id, named.role, 1, 'system', NULL
  FROM users, (SELECT 'support' AS role UNION ALL SELECT 'operator' UNION ALL SELECT 'owner') AS named
  WHERE users.role = 'admin' AND users.id NOT IN (SELECT user_id FROM admin_roles)`;

/** The statements that write rows, some hundred each: rows of an older version may lack columns. */
function* upserts(table: string, rows: readonly Row[]): Generator<{ sql: string; args: [string] }> {
  const keys = PRIMARY_KEYS.get(table) ?? [];
  const groups = Map.groupBy(rows, (row) => Object.keys(row).join());
  for (const group of groups.values()) {
    const columns = Object.keys(group[0] ?? {}).filter((name) => table !== "users" || name !== PASSWORD.column);
    const values = columns.map((name) => `value ->> '$.${name}'`);
    const sets = columns.filter((name) => !keys.includes(name)).map((name) => `${name} = excluded.${name}`);
    if (table === "users") {
      columns.push(PASSWORD.column);
      values.push(PASSWORD.ofNew);
      sets.push(`${PASSWORD.column} = ${PASSWORD.ofKnown}`);
    }
    const onConflict = sets.length > 0 ? `DO UPDATE SET ${sets.join(", ")}` : "DO NOTHING";
    const sql = `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")}
      FROM json_each(?) WHERE true ON CONFLICT (${keys.join(", ")}) ${onConflict}`;
    for (let from = 0; from < group.length; from += 200) {
      yield { sql, args: [JSON.stringify(group.slice(from, from + 200))] };
    }
  }
}

/**
 * Computes the balances from the entries. They are not journalled: another order of two appends would be another
 * balance.
 */
async function recountBalances(client: Client): Promise<void> {
  await withoutTriggers(client, [
    `UPDATE accounts SET
       balance_cents = (SELECT coalesce(sum(amount_cents), 0) FROM entries WHERE account_id = accounts.id),
       last_entry_id = (SELECT coalesce(max(id), 0) FROM entries WHERE account_id = accounts.id)
     WHERE last_entry_id <> (SELECT coalesce(max(id), 0) FROM entries WHERE account_id = accounts.id)`,
  ]);
}

/**
 * Computes what batches took from each bank account and no adjustment has moved, which triggers keep: at most all that they paid, and at most
 * what is on the clearing account. Batches that the copy does not know are not in it.
 */
export const UNSETTLED_RECOUNT = [
  "DELETE FROM payout_unsettled",
  `INSERT INTO payout_unsettled (bank_account_id, taken_cents, unsettled_cents, returned_cents)
   SELECT payout_batches.bank_account_id, sum(items.amount_cents),
     min(sum(items.amount_cents), max(0, (SELECT balance_cents FROM accounts WHERE id = 'house:payout'))), 0
   FROM payout_batches JOIN payout_batch_items AS items ON items.batch_id = payout_batches.id
   JOIN withdrawals ON withdrawals.id = items.withdrawal_id
   WHERE items.taken_back_at_ms IS NULL AND withdrawals.status = 'completed' AND withdrawals.returned_at_ms IS NULL
   GROUP BY payout_batches.bank_account_id`,
];

/**
 * Runs statements in one transaction without the triggers of the tables that are journalled, and creates these again in
 * it: the guards are about the steps of records and not about their states, and the journal has the rows already.
 */
async function withoutTriggers(client: Client, statements: readonly InStatement[]): Promise<void> {
  const { rows } = await client.execute(
    "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid",
  );
  const triggers = rows.filter(({ tbl_name }) => [...JOURNALLED_TABLES, "trades"].includes(String(tbl_name)));
  // Without foreign keys: rows refer to rows of later tables.
  await client.migrate([
    ...triggers.map(({ name }) => `DROP TRIGGER ${name}`),
    ...statements,
    ...triggers.map(({ sql }) => String(sql)),
  ]);
}

type Finished = Omit<RestoreReport, "appliedRows" | "seconds"> & { nowMs: number };

/** Records the restore, pauses what moves money, and ends what may not come back. */
async function finish(db: Database, { restoreId, check, nowMs, ...restored }: Finished): Promise<void> {
  const { query } = db;
  const faults = describeFaults(check);
  await db.write([
    pauseAfterRestore(query, nowMs),
    ...recordRestore(query, { id: restoreId, ...restored }, nowMs),
    ...VOID_TABLES.map((table) => query.run(`DELETE FROM ${table}`)),
    // The payment network is asked again about every code that may have been paid since.
    query.run(
      `UPDATE deposits SET next_ask_at_ms = ${nowMs} WHERE status <> 'paid' AND created_at_ms > ${nowMs - POLLED_MS}`,
    ),
    ...rebuildMarks(query, check.lastEntryId),
    recordCheck(query, "ledger_new", faults, nowMs),
    recordCheck(query, "ledger_whole", faults, nowMs),
  ]);
}

/** Begins a generation of the journal, whose first rows are those of the copy that the journal does not have. */
async function beginGeneration(client: Client, newest: number, owed: readonly JournalRow[]): Promise<void> {
  const beginning = (generationOf(newest) + 1) * JOURNAL_GENERATION_ROWS;
  await client.batch(
    [
      "DELETE FROM money_journal_rows",
      "DELETE FROM sqlite_sequence WHERE name = 'money_journal_rows'",
      { sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('money_journal_rows', ?)", args: [beginning] },
      ...owed.map(({ tableName, row }) => ({
        sql: "INSERT INTO money_journal_rows (table_name, row) VALUES (?, ?)",
        args: [tableName, row],
      })),
    ],
    "write",
  );
}
