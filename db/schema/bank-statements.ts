import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { bankAccounts } from "./books.ts";
import { transfers } from "./ledger.ts";
import { paymentExceptions } from "./payment-exceptions.ts";
import { users } from "./users.ts";

/** A bank's statement of one of the company's accounts, as it was imported. */
export const bankStatements = sqliteTable(
  "bank_statements",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => bankAccounts.id),
    /** The id of the profile that it was read by. */
    profile: text("profile").notNull(),
    fileName: text("file_name").notNull(),
    /** SHA-256 of the file's bytes: the same file again is the same statement, unless it covers other days by now. */
    digest: text("digest").notNull(),
    /** The number of the account as the bank writes it, which every later statement of it must have; null where it says none. */
    accountNumber: text("account_number"),
    /** The days for which it was exported, else those of its first and its last line, counted from 1970-01-01. */
    firstDay: integer("first_day").notNull(),
    lastDay: integer("last_day").notNull(),
    /** The last of its days that was over when it was imported, the day before the first where none was; null of a version before. */
    coveredTo: integer("covered_to"),
    /** Before the first line and behind the last, in hundredths of the account's currency; null where it says no balance. */
    openingCents: integer("opening_cents"),
    closingCents: integer("closing_cents"),
    /** Lines that it has added; that earlier statements had; and that it has twice. */
    lineCount: integer("line_count").notNull(),
    knownCount: integer("known_count").notNull(),
    repeatedCount: integer("repeated_count").notNull(),
    importedBy: text("imported_by")
      .notNull()
      .references(() => users.id),
    importedAtMs: integer("imported_at_ms").notNull(),
  },
  (t) => [
    check("bank_statements_days", sql`${t.firstDay} <= ${t.lastDay}`),
    uniqueIndex("bank_statements_digest").on(t.accountId, t.digest, t.firstDay, t.coveredTo),
    index("bank_statements_account").on(t.accountId, t.lastDay),
    index("bank_statements_age").on(t.importedAtMs, t.id),
  ],
);

/** A line of a bank account: one whatever number of statements have it. */
export const statementLines = sqliteTable(
  "statement_lines",
  {
    id: text("id").primaryKey(),
    statementId: text("statement_id")
      .notNull()
      .references(() => bankStatements.id),
    accountId: text("account_id")
      .notNull()
      .references(() => bankAccounts.id),
    /** Its number in the file, and its place among the lines of its statement, the oldest first. */
    line: integer("line").notNull(),
    position: integer("position").notNull(),
    /** The bank's id of it, or the digest of what it says. */
    lineKey: text("line_key").notNull(),
    /** The bank's day of the booking. */
    day: integer("day").notNull(),
    /** The moment, epoch ms; null where the bank gives days alone. */
    atMs: integer("at_ms"),
    amountCents: integer("amount_cents").notNull(),
    currency: text("currency", { enum: ["USD", "KHR"] }).notNull(),
    bankId: text("bank_id"),
    reference: text("reference"),
    /** The network's hash of a payment by code. */
    networkHash: text("network_hash"),
    payer: text("payer"),
    payerAccount: text("payer_account"),
    remark: text("remark"),
    balanceCents: integer("balance_cents"),
  },
  (t) => [
    check("statement_lines_amount", sql`${t.amountCents} <> 0`),
    uniqueIndex("statement_lines_once").on(t.accountId, t.lineKey),
    index("statement_lines_day").on(t.currency, t.day),
    index("statement_lines_statement").on(t.statementId),
    index("statement_lines_payer").on(t.payerAccount).where(sql`${t.payerAccount} IS NOT NULL`),
  ],
);

/**
 * What a line is about: the transfers of `line_match_transfers`, or a payment exception that waits for a decision or was refunded. A match is
 * never changed, only taken back, with a reason.
 */
export const lineMatches = sqliteTable(
  "line_matches",
  {
    id: text("id").primaryKey(),
    lineId: text("line_id")
      .notNull()
      .references(() => statementLines.id),
    why: text("why", { enum: ["bank_id", "code", "batch", "by_hand", "exception", "refund"] }).notNull(),
    exceptionId: text("exception_id").references(() => paymentExceptions.id),
    /** Of a link by hand. */
    reason: text("reason"),
    /** The operator who linked it; null of what was matched by itself. */
    matchedBy: text("matched_by").references(() => users.id),
    matchedAtMs: integer("matched_at_ms").notNull(),
    takenBackBy: text("taken_back_by").references(() => users.id),
    takenBackAtMs: integer("taken_back_at_ms"),
    takenBackReason: text("taken_back_reason"),
  },
  (t) => [
    check(
      "line_matches_why",
      sql`${t.why} IN ('bank_id', 'code', 'batch', 'by_hand', 'exception', 'refund') AND (${t.exceptionId} IS NOT NULL) = (${t.why} IN ('exception', 'refund'))`,
    ),
    uniqueIndex("line_matches_line").on(t.lineId).where(sql`${t.takenBackAtMs} IS NULL`),
    index("line_matches_exception").on(t.exceptionId).where(sql`${t.exceptionId} IS NOT NULL`),
    // How many were taken back is a guard on what a month's report was computed from.
    index("line_matches_taken_back_age").on(t.takenBackAtMs).where(sql`${t.takenBackAtMs} IS NOT NULL`),
  ],
);

/** The transfers of a match. They are inserted first, then the match that checks them, so the foreign key is deferred. */
export const lineMatchTransfers = sqliteTable(
  "line_match_transfers",
  {
    matchId: text("match_id")
      .notNull()
      .references(() => lineMatches.id),
    transferId: text("transfer_id")
      .notNull()
      .references(() => transfers.id),
  },
  (t) => [primaryKey({ columns: [t.matchId, t.transferId] }), index("line_match_transfers_transfer").on(t.transferId)],
);
