import { sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { mustHold } from "../../../db/guard.ts";
import { payoutBatches, payoutBatchItems, payoutResultLines, payoutResults } from "../../../db/schema/index.ts";
import type { ResultRow } from "./payout-result.ts";

/** The only SQL that writes payout batches, and what banks say of them. Functions return statements; verbs put them into batches. */

/** A new item of a batch. */
export type NewItem = { withdrawalId: string; reference: string; amountCents: number };

/** The statements that insert a batch: its items first, in the order of its file, then the batch that counts and adds them. */
export function insertBatch(query: Query, batch: typeof payoutBatches.$inferInsert, items: readonly NewItem[]) {
  const list = items.map(({ withdrawalId, reference, amountCents }, i) => [
    i + 1,
    withdrawalId,
    reference,
    amountCents,
  ]);
  return [
    query.run(sql`
      INSERT INTO ${payoutBatchItems} (batch_id, line, withdrawal_id, reference, amount_cents)
      SELECT ${batch.id}, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]')
      FROM json_each(${JSON.stringify(list)})`),
    query.insert(payoutBatches).values(batch),
  ] as const;
}

/** The statements that insert a result, and those of its rows that are new. */
export function insertResult(
  query: Query,
  result: typeof payoutResults.$inferInsert,
  rows: ReadonlyArray<ResultRow & { id: string }>,
) {
  const list = rows.map((row) => [
    ...[row.id, row.line, row.rowKey, row.reference, row.amountCents, row.outcome, row.bankId, row.reason],
  ]);
  const cells = sql.raw(Array.from({ length: 8 }, (_, i) => `json_extract(value, '$[${i}]')`).join(", "));
  return [
    query.insert(payoutResults).values(result),
    query.run(sql`
      INSERT INTO ${payoutResultLines} (result_id, batch_id, id, line, row_key, reference, amount_cents, outcome, bank_id, reason)
      SELECT ${result.id}, ${result.batchId}, ${cells} FROM json_each(${JSON.stringify(list)})`),
  ] as const;
}

/** What the bank said of an item: by a row of a result, or by a line of a statement. */
export type Settled = {
  line: number;
  outcome: "completed" | "bounced";
  paymentId: string;
  resultLineId: string | null;
  statementLineId: string | null;
};

/**
 * The statements that write what the bank said of items. The completion of their withdrawals comes after them, as its proof is what they
 * write, and then {@link mustBeCompleted}. They refuse their batch as `version_conflict` or `wrong_state` when an item is not open any more.
 */
export function settleItems(query: Query, batchId: string, settled: readonly Settled[], by: string, nowMs: number) {
  const list = settled.map((one) => [...[one.line, one.outcome, one.paymentId, one.resultLineId, one.statementLineId]]);
  return [
    // Computed once: SQLite would compare each of them with each item.
    query.run(sql`
      WITH said (line, outcome, payment_id, result_line_id, statement_line_id) AS MATERIALIZED (
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]'),
          json_extract(value, '$[4]')
        FROM json_each(${JSON.stringify(list)})
      )
      UPDATE ${payoutBatchItems} SET outcome = said.outcome, payment_id = said.payment_id, result_line_id = said.result_line_id,
        statement_line_id = said.statement_line_id, settled_by = ${by}, settled_at_ms = ${nowMs}
      FROM said WHERE payout_batch_items.batch_id = ${batchId} AND payout_batch_items.line = said.line`),
    mustHold(query, "version_conflict", sql`changes() = ${settled.length}`),
  ] as const;
}

/** The statement that refuses its batch where the bank said something of an item whose withdrawal is not completed. */
export function mustBeCompleted(query: Query, batchId: string) {
  return mustHold(
    query,
    "version_conflict",
    sql`NOT EXISTS (
      SELECT 1 FROM payout_batch_items AS items JOIN withdrawals ON withdrawals.id = items.withdrawal_id
      WHERE items.batch_id = ${batchId} AND items.outcome IS NOT NULL AND withdrawals.status <> 'completed'
    )`,
  );
}

/** The condition that no payment has left a batch. */
export function isWhole(batchId: string) {
  return sql`NOT EXISTS (SELECT 1 FROM payout_batch_items WHERE batch_id = ${batchId} AND taken_back_at_ms IS NOT NULL)`;
}

/** The condition that a withdrawal is an open item of a batch. */
export function isOpenItem(batchId: string, withdrawalId: string) {
  return sql`EXISTS (
    SELECT 1 FROM payout_batch_items
    WHERE batch_id = ${batchId} AND withdrawal_id = ${withdrawalId} AND taken_back_at_ms IS NULL AND outcome IS NULL
  )`;
}

/** The rows of a batch's items for `auditEach`, and the subject of each. */
export const eachItemOf = (batchId: string) => sql`FROM payout_batch_items WHERE batch_id = ${batchId} ORDER BY line`;

/** As {@link eachItemOf}, of those alone that an admin pays since a moment. */
export const itemsPaidBy = (
  batchId: string,
  { payerId, paymentStartedAtMs }: { payerId: string; paymentStartedAtMs: number },
) => sql`
  FROM payout_batch_items AS items JOIN withdrawals ON withdrawals.id = items.withdrawal_id
  WHERE items.batch_id = ${batchId} AND items.taken_back_at_ms IS NULL AND withdrawals.payer_id = ${payerId}
    AND withdrawals.payment_started_at_ms = ${paymentStartedAtMs} ORDER BY items.line`;
export const subjectOfItem = sql<string>`'withdrawal:' || withdrawal_id`;
