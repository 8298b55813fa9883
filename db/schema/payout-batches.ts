import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { statementLines } from "./bank-statements.ts";
import { bankAccounts } from "./books.ts";
import { users } from "./users.ts";
import { withdrawals } from "./withdrawals.ts";

/**
 * Approved withdrawals that one operator pays by one file of the bank. Its items are inserted first, then the batch, whose trigger counts and
 * adds them (`db/guards/payout_batches.sql`). It is never changed.
 */
export const payoutBatches = sqliteTable(
  "payout_batches",
  {
    id: text("id").primaryKey(),
    /** The number that people and the bank call it by, as `B-117`. Each is above the one before. */
    number: integer("number").notNull(),
    bankAccountId: text("bank_account_id")
      .notNull()
      .references(() => bankAccounts.id),
    /** The id of the profile that its file is written by. */
    profile: text("profile").notNull(),
    itemCount: integer("item_count").notNull(),
    totalCents: integer("total_cents").notNull(),
    /** The free money of the bank account before this batch, in cents. */
    freeCents: integer("free_cents").notNull(),
    /** SHA-256 of the file's bytes. */
    fileDigest: text("file_digest").notNull(),
    madeBy: text("made_by")
      .notNull()
      .references(() => users.id),
    madeAtMs: integer("made_at_ms").notNull(),
  },
  (t) => [
    check("payout_batches_size", sql`${t.itemCount} > 0 AND ${t.totalCents} > 0`),
    uniqueIndex("payout_batches_number").on(t.number),
    index("payout_batches_age").on(t.madeAtMs, t.id),
    index("payout_batches_account").on(t.bankAccountId),
  ],
);

/** A file in which the bank reports the payments of a batch. Never changed. */
export const payoutResults = sqliteTable(
  "payout_results",
  {
    id: text("id").primaryKey(),
    batchId: text("batch_id")
      .notNull()
      .references(() => payoutBatches.id),
    fileName: text("file_name").notNull(),
    digest: text("digest").notNull(),
    importedBy: text("imported_by")
      .notNull()
      .references(() => users.id),
    importedAtMs: integer("imported_at_ms").notNull(),
  },
  (t) => [index("payout_results_batch").on(t.batchId, t.importedAtMs)],
);

/** A row of a result that no earlier result of its batch has. Never changed. */
export const payoutResultLines = sqliteTable(
  "payout_result_lines",
  {
    id: text("id").primaryKey(),
    resultId: text("result_id")
      .notNull()
      .references(() => payoutResults.id),
    batchId: text("batch_id")
      .notNull()
      .references(() => payoutBatches.id),
    /** Its number in the file, from 1. */
    line: integer("line").notNull(),
    /** The digest of what it says, by which a later file's same row is known. */
    rowKey: text("row_key").notNull(),
    /** That of an item of the batch; null where the bank gives none. */
    reference: text("reference"),
    amountCents: integer("amount_cents").notNull(),
    outcome: text("outcome", { enum: ["completed", "bounced"] }).notNull(),
    bankId: text("bank_id"),
    /** The bank's words for a payment that came back. */
    reason: text("reason"),
  },
  (t) => [
    check("payout_result_lines_outcome", sql`${t.outcome} IN ('completed', 'bounced') AND ${t.amountCents} > 0`),
    uniqueIndex("payout_result_lines_once").on(t.batchId, t.rowKey),
    index("payout_result_lines_result").on(t.resultId),
  ],
);

/** A withdrawal of a batch. The batch is inserted after it, so the foreign key is deferred. */
export const payoutBatchItems = sqliteTable(
  "payout_batch_items",
  {
    batchId: text("batch_id")
      .notNull()
      .references(() => payoutBatches.id),
    /** Its place in the file, from 1. */
    line: integer("line").notNull(),
    withdrawalId: text("withdrawal_id")
      .notNull()
      .references(() => withdrawals.id),
    /** The reference of its payment, as `B-117/12`: the bank repeats it in results and statements. */
    reference: text("reference").notNull(),
    amountCents: integer("amount_cents").notNull(),
    /** The bank's report: it paid, or the payment came back. Written once. */
    outcome: text("outcome", { enum: ["completed", "bounced"] }),
    /** The bank's id of the payment, or the reference where the bank gives none: the payment id that the withdrawal is completed with. */
    paymentId: text("payment_id"),
    /** The row of a result, or the line of a statement, that says so. */
    resultLineId: text("result_line_id").references(() => payoutResultLines.id),
    statementLineId: text("statement_line_id").references(() => statementLines.id),
    settledBy: text("settled_by").references(() => users.id),
    settledAtMs: integer("settled_at_ms"),
    /** When it left the batch unpaid: its payer stopped the payment, or it was rejected. */
    takenBackAtMs: integer("taken_back_at_ms"),
  },
  (t) => [
    primaryKey({ columns: [t.batchId, t.line] }),
    check("payout_batch_items_outcome", sql`${t.outcome} IS NULL OR ${t.outcome} IN ('completed', 'bounced')`),
    check(
      "payout_batch_items_settled",
      sql`CASE WHEN ${t.outcome} IS NULL THEN ${t.paymentId} IS NULL AND ${t.resultLineId} IS NULL AND ${t.statementLineId} IS NULL AND ${t.settledBy} IS NULL AND ${t.settledAtMs} IS NULL ELSE ${t.paymentId} <> '' AND (${t.resultLineId} IS NULL) <> (${t.statementLineId} IS NULL) AND ${t.settledBy} IS NOT NULL AND ${t.settledAtMs} IS NOT NULL AND ${t.takenBackAtMs} IS NULL END`,
    ),
    uniqueIndex("payout_batch_items_reference").on(t.reference),
    // A withdrawal is paid by one batch.
    uniqueIndex("payout_batch_items_withdrawal").on(t.withdrawalId).where(sql`${t.takenBackAtMs} IS NULL`),
    uniqueIndex("payout_batch_items_result_line").on(t.resultLineId).where(sql`${t.resultLineId} IS NOT NULL`),
  ],
);

/**
 * What batches took from a bank account and the ledger does not say of that account yet. Triggers alone write it, with each payment that is
 * made or comes back and each adjustment (`db/guards/withdrawals.sql`, `book_acts.sql`), so that nobody adds up all batches that ever were.
 */
export const payoutUnsettled = sqliteTable(
  "payout_unsettled",
  {
    bankAccountId: text("bank_account_id")
      .primaryKey()
      .references(() => bankAccounts.id),
    /** All that its batches took, less what came back. */
    takenCents: integer("taken_cents").notNull(),
    unsettledCents: integer("unsettled_cents").notNull(),
    /** The sum of returned payments that an adjustment had moved before, until another adjustment moves it back. */
    returnedCents: integer("returned_cents").notNull(),
  },
  (t) => [
    check("payout_unsettled_sums", sql`${t.takenCents} >= 0 AND ${t.unsettledCents} >= 0 AND ${t.returnedCents} >= 0`),
  ],
);
