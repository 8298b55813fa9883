import { expect, test } from "bun:test";
import { Column, getTableColumns, is, SQL, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { openDatabase } from "../../db/client.ts";
import * as schema from "../../db/schema/index.ts";
import { DATA_TABLES } from "./personal-data.ts";
import type { Place } from "./personal-data-store.ts";

/** Tables that the export leaves out, and why. */
const TABLES_LEFT_OUT: Record<string, string> = {
  account_changes: "what pages are told to read again: that something changed, not what",
  account_marks: "where the automatic check of the ledger stopped",
  approvals: "admins' approvals; what they led to is in withdrawals, deposits and unmatchedPayments",
  audit_seals: "hashes over the audit log, of nobody in particular",
  bank_accounts: "the operation's own accounts",
  bank_statements: "files of the operation's own accounts",
  bearers: "hashes of tokens that live for minutes",
  book_acts: "acts of admins; what they moved is in entries, deposits and withdrawals",
  broker_deletions: "which deleted accounts still have rows",
  broker_days: "sums of trades",
  broker_hours: "sums of trades",
  broker_quarters: "sums of trades",
  broker_rows: "rows of files, of which those that count are in brokerTrades",
  broker_symbols: "sums of trades",
  broker_totals: "sums of trades",
  client_answer_images: "which pictures belong to an answer: they are in images",
  client_question_images: "which picture came with a question: it is in images",
  channel_services: "the state of services outside",
  counters: "counts of rate limits, gone with their time window",
  id_card_fields: "what the person's own identity card says, for admins to compare; its picture is in images",
  idempotency_keys: "stored responses, made of what the other tables hold, gone after two days",
  import_rows: "rows of a file that is not committed: not the trader's trades yet",
  incident_tells: "which admins the operation called",
  incidents: "the operation's own state",
  job_runs: "the operation's own jobs",
  journal_entry_labels: "the labels of journalEntries",
  ledger_checks: "the operation's own checks",
  line_match_transfers: "which transfer a line of the bank is about: the trader's own are in entries",
  month_closes: "reports of whole months, without anybody's name",
  line_matches: "what admins found a line of the bank to be about",
  login_failures: "counts of failed log-ins, gone a day after their time window",
  money_journal_rows: "copies of rows of other tables on their way to the journal of money, gone within minutes",
  operation_settings: "what admins decided about the operation; what a trader may withdraw is among their limits",
  name_checks: "which names admins had beside each other: those of the profile, of withdrawals and of payment codes",
  on_call_overrides: "which admin is on call",
  on_call_rota_members: "which admin is on call",
  on_call_rotas: "which admin is on call",
  outbox:
    "mails on their way to the person, who receives them; bodies go when sent, rows after 30 days or with their notification",
  payout_batch_items: "by which file of a bank the operation paid: what was paid is in withdrawals",
  payout_batches: "the operation's own files for its bank",
  payout_result_lines: "what the operation's bank said of its payments: what was paid is in withdrawals",
  payout_results: "files of the operation's own bank",
  payout_unsettled: "sums of the operation's own accounts at banks",
  password_resets: "the hash of a token that lives for minutes",
  pauses: "the operation's own state",
  admin_roles: "what the operation lets a colleague do; who is no admin has none",
  withdrawal_pauses: "the operation's own state",
  providers: "the state of services outside",
  restores: "the operation's own records; what they name is in withdrawals and deposits",
  second_factor_enrolments: "a secret that is not in use yet",
  sign_in_tokens: "the hash of a token that lives for minutes",
  statement_lines:
    "what the bank says of the operation's own accounts; the trader's payments are in deposits, unmatchedPayments and withdrawals",
  tape_faults: "the operation's own checks",
  tape_marks: "the operation's own checks",
  telegram_tokens: "the hash of a token that lives for minutes",
  trade_block_sums: "sums of trades",
  trade_blocks: "copies of trades",
  trade_breakdowns: "sums of trades",
  trade_days: "sums of trades",
  trade_hours: "sums of trades",
  trade_quarters: "sums of trades",
  trade_symbols: "sums of trades",
  trade_totals: "sums of trades",
  saved_views: "filters that an admin saved for their own work; whom they searched for is not in them",
  user_notes: "admins' notes for one another",
  verification_codes: "the hash of a code that lives for minutes",
};

const ADMIN = "an admin's id: the export names no admin";
const FOR_ADMINS = "what admins decide by, for admins only";
const KEY = "a key inside the database";
const OWNER = "the person themself";
const SEARCH = "another spelling of what is exported, for searches";
const SECRET = "a secret or the hash of one";
const VERSION = "counts changes, for writes at the same time";

/** Columns of exported tables that the export leaves out, and why. */
const COLUMNS_LEFT_OUT: Record<string, string> = {
  "accounts.user_id": OWNER,
  "accounts.currency": "dollars for every trader",
  "entries.rate_hundredths": "null of every entry in dollars, as all of a trader's are",
  "accounts.floor_cents": "0 for every trader",
  "accounts.last_entry_id": KEY,
  "alert_firings.user_id": OWNER,
  "audit_log.sequence": KEY,
  "audit_log.subject": OWNER,
  "broker_accounts.id": KEY,
  "broker_accounts.user_id": OWNER,
  "broker_accounts.version": VERSION,
  "broker_accounts.deleted_at_ms": "null of all that are exported",
  "broker_fills.import_id": KEY,
  "broker_fills.row_number": KEY,
  "broker_fills.account_id": KEY,
  "broker_fills.is_rounded": "the sum itself is what was kept",
  "broker_imports.id": KEY,
  "broker_imports.account_id": KEY,
  "broker_imports.rows_version": VERSION,
  "broker_positions.id": KEY,
  "broker_positions.account_id": KEY,
  "broker_positions.import_id": KEY,
  "broker_trades.id": KEY,
  "broker_trades.account_id": KEY,
  "broker_trades.import_id": KEY,
  "client_answers.question_id": KEY,
  "client_answers.author_id": "the person themself, or an admin: answeredByPhone says which",
  "client_questions.id": KEY,
  "client_questions.user_id": OWNER,
  "client_questions.other_text": FOR_ADMINS,
  "client_questions.template": FOR_ADMINS,
  "client_questions.asked_by": ADMIN,
  "client_questions.returned_at_ms": FOR_ADMINS,
  "deliveries.id": KEY,
  "deliveries.user_id": OWNER,
  "deliveries.subscription_id": KEY,
  "demo_parts.user_id": OWNER,
  "demo_runs.user_id": OWNER,
  "deposits.user_id": OWNER,
  "deposits.updated_at_ms": "the newest of the times that are exported",
  "deposits.asked_at_ms": "the schedule of calls to the payment network",
  "deposits.next_ask_at_ms": "the schedule of calls to the payment network",
  "entries.id": KEY,
  "entries.transfer_id": KEY,
  "entries.account_id": KEY,
  "google_links.user_id": OWNER,
  "identities.user_id": OWNER,
  "identities.decided_by": ADMIN,
  "identities.version": VERSION,
  "identities.is_card_read": FOR_ADMINS,
  "images.digest": "a hash of the picture, which is exported",
  "images.object_key": SECRET,
  "imports.id": KEY,
  "imports.user_id": OWNER,
  "imports.row_count": FOR_ADMINS,
  "imports.moves_cents": FOR_ADMINS,
  "imports.alone_cents_max": FOR_ADMINS,
  "imports.created_by": ADMIN,
  "imports.created_at_ms": FOR_ADMINS,
  "imports.committed_by": ADMIN,
  "imports.reversed_by": ADMIN,
  "known_devices.user_id": OWNER,
  "notifications.id": KEY,
  "notifications.user_id": OWNER,
  "notifications.mail_id": KEY,
  "notifications.told_with_id": KEY,
  "notification_settings.user_id": OWNER,
  "known_devices.device_hash": SECRET,
  "payment_exceptions.id": KEY,
  "payment_exceptions.received_cents": "the sum that was paid, while it is on an account of the house",
  "payment_exceptions.refunded_from": "an account of the house",
  "payment_exceptions.decided_by": ADMIN,
  "payment_exceptions.version": VERSION,
  "payment_methods.user_id": OWNER,
  "journal_entries.user_id": OWNER,
  "journal_entries.number": KEY,
  "journal_labels.user_id": OWNER,
  "journal_labels.name_key": SEARCH,
  "journal_labels.number": KEY,
  "price_alerts.user_id": OWNER,
  "price_alerts.armed_version": "how far the trigger book is",
  "price_alerts.armed_seq": "how far the trigger book is",
  "price_alerts.last_firing_id": "the newest of alertFirings",
  "push_subscriptions.id": KEY,
  "push_subscriptions.user_id": OWNER,
  "push_subscriptions.session_id": KEY,
  "push_subscriptions.endpoint": SECRET,
  "push_subscriptions.public_key": SECRET,
  "push_subscriptions.secret": SECRET,
  "recovery_codes.code_hash": SECRET,
  "second_factors.user_id": OWNER,
  "second_factors.totp_secret": SECRET,
  "second_factors.last_step": SECRET,
  "sessions.id": KEY,
  "sessions.token_hash": SECRET,
  "sessions.user_id": OWNER,
  "sessions.device_hash": SECRET,
  "telegram_links.user_id": OWNER,
  "telegram_links.heard_at_ms": "keeps an update that comes again from counting",
  "trades.id": KEY,
  "trades.user_id": OWNER,
  "trades.import_id": KEY,
  "transfers.id": KEY,
  "transfers.actor": ADMIN,
  "users.mailbox": SEARCH,
  "users.first_name_key": SEARCH,
  "users.last_name_key": SEARCH,
  "users.username_key": "the username in lower case",
  "users.first_device_hash": SECRET,
  "users.closed_at_ms": "null for whoever can export",
  "users.frozen_reason": FOR_ADMINS,
  "users.frozen_by": ADMIN,
  "users.role_given_by": ADMIN,
  "users.role_given_at_ms": FOR_ADMINS,
  "users.desk_version": VERSION,
  "withdrawal_images.filename": "the image's own name",
  "withdrawal_images.kind": "the image's purpose says it",
  "withdrawal_images.uploaded_at_ms": "the image's storedAt says it",
  "withdrawals.user_id": OWNER,
  "withdrawals.approvals_needed": FOR_ADMINS,
  "withdrawals.second_admin_above_cents": FOR_ADMINS,
  "withdrawals.admin_alone_cents_max": FOR_ADMINS,
  "withdrawals.second_factor": FOR_ADMINS,
  "withdrawals.unverified_reason": FOR_ADMINS,
  "withdrawals.unverified_payout": FOR_ADMINS,
  "withdrawals.payer_id": ADMIN,
  "withdrawals.payment_started_at_ms": FOR_ADMINS,
  "withdrawals.payer_before_id": ADMIN,
  "withdrawals.sole_approver_payout": FOR_ADMINS,
  "withdrawals.decided_by": ADMIN,
  "withdrawals.claimed_by": ADMIN,
  "withdrawals.claimed_until_ms": FOR_ADMINS,
  "withdrawals.updated_at_ms": "the newest of the times that are exported",
  "withdrawals.version": VERSION,
};

const nameOf = (column: Column) => `${getTableConfig(column.table as SQLiteTable).name}.${column.name}`;

function sampleOf(column: Column): unknown {
  if (column.dataType === "string") return column.enumValues?.[0] ?? "x";
  return column.dataType === "boolean" ? true : 1;
}

/** The columns that an expression is made of. */
function columnsIn(expression: SQL): Column[] {
  return expression.queryChunks.flatMap((chunk) =>
    is(chunk, Column) ? chunk : is(chunk, SQL) ? columnsIn(chunk) : is(chunk, SQL.Aliased) ? columnsIn(chunk.sql) : [],
  );
}

/** A row of the selected fields that notes which columns are read of it. @param ofExpression what an expression gives */
function sampleRow(fields: object, ofExpression: unknown, note: (column: Column) => void): object {
  const row = {};
  for (const [name, field] of Object.entries(fields)) {
    const get = () => {
      if (is(field, Column)) {
        note(field);
        return sampleOf(field);
      }
      if (is(field, SQL)) {
        for (const column of columnsIn(field)) note(column);
        return ofExpression;
      }
      return sampleRow(is(field, SQLiteTable) ? getTableColumns(field) : field, ofExpression, note);
    };
    Object.defineProperty(row, name, { get, enumerable: true });
  }
  return row;
}

/** The columns that records are built of: each table's own statement says what it selects, and its record reads a row of it. */
function exportedColumns(): Set<string> {
  const exported = new Set<string>();
  const { query } = openDatabase({ url: "http://database.invalid" });
  for (const table of DATA_TABLES) {
    // Drizzle keeps the selected fields on each select statement.
    const statement = table.select(query, sql`'callerId'`, { after: null, limit: 1 }) as unknown as {
      _: { selectedFields: object };
    };
    // Expressions give sums and counts, or who acted: what the person did themself says more.
    for (const ofExpression of [1, "you"]) {
      table.record(
        sampleRow(statement._.selectedFields, ofExpression, (column) => exported.add(nameOf(column))) as Place,
      );
    }
  }
  return exported;
}

test("every column of every table is in the export of a person's data, or is left out for a reason", () => {
  const exported = exportedColumns();
  const tables = Object.values(schema).flatMap((table) => (is(table, SQLiteTable) ? getTableConfig(table) : []));
  const faults = tables.flatMap(({ name: table, columns }) => {
    const names = columns.map(({ name }) => `${table}.${name}`);
    const isLeftOut = table in TABLES_LEFT_OUT;
    return names.flatMap((name) => {
      const isExported = exported.has(name);
      const hasReason = isLeftOut || name in COLUMNS_LEFT_OUT;
      if (isExported && hasReason) return `${name} is exported: take it out of the columns or tables left out`;
      if (isExported || hasReason) return [];
      return `${name}: add it to worker/data-rights/personal-data.ts, or to COLUMNS_LEFT_OUT with the reason`;
    });
  });
  expect(faults).toEqual([]);

  const known = new Set(
    tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => `${name}.${column.name}`)]),
  );
  const gone = Object.keys({ ...TABLES_LEFT_OUT, ...COLUMNS_LEFT_OUT }).filter((name) => !known.has(name));
  expect(gone.map((name) => `${name} is no longer in the schema: take it out of what is left out`)).toEqual([]);
});
