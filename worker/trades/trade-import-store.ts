import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import { demoParts, importRows, imports, trades, tradeTotals } from "../../db/schema/index.ts";
import { cents } from "../contract/money.ts";
import type { OffsetSpan } from "../contract/trade-calendar.ts";
import { postTransfer } from "../ledger/transfer-store.ts";
import { countImport, countOrdered } from "./trade-aggregate-store.ts";

/**
 * The only SQL that writes imports, their rows, and trades: an import commits or reverses its trades as a whole.
 * Functions return statements; verbs put them into batches.
 */

/** The columns of a new import. */
export type NewImport = typeof imports.$inferInsert;

export function insertImport(query: Query, row: NewImport) {
  return query.insert(imports).values(row);
}

/** A row of a file: the lot size in millionths, times in epoch ms, the result in cents. */
export type StagedRow = {
  ticket: string;
  symbol: string;
  direction: "Buy" | "Sell";
  lotSize: number;
  entryPrice: number;
  exitPrice: number;
  stopPrice: number | null;
  openTime: number;
  closeTime: number;
  profitLoss: number;
};

/**
 * The statements that stage rows of a file in place of earlier rows of the same numbers, so that sending a chunk again
 * is safe. They do nothing unless the import is still staged, is the caller's, and has that many rows; the verb checks
 * that in the same batch. All rows are sent as one JSON parameter: 50,000 single inserts would take several times as
 * long.
 * @param from the number of the first row, from 1
 */
export function stageRows(
  query: Query,
  callerId: SQL<string>,
  { id, from, rows }: { id: string; from: number; rows: readonly StagedRow[] },
) {
  const last = from + rows.length - 1;
  const open = sql`FROM ${imports} WHERE ${imports.id} = ${id} AND ${imports.status} = 'staged'
    AND ${imports.createdBy} = ${callerId} AND ${imports.rowCount} >= ${last}`;
  const list = rows.map((row, i) => [
    from + i,
    row.ticket,
    row.symbol,
    row.direction,
    row.lotSize,
    row.entryPrice,
    row.exitPrice,
    row.stopPrice,
    row.openTime,
    row.closeTime,
    row.profitLoss,
  ]);
  const cells = sql.raw(Array.from({ length: 11 }, (_, i) => `json_extract(value, '$[${i}]')`).join(", "));
  return [
    query.run(sql`
      DELETE FROM ${importRows}
      WHERE import_id = (SELECT ${imports.id} ${open}) AND row_number BETWEEN ${from} AND ${last}`),
    query.run(sql`
      INSERT INTO ${importRows} (import_id, row_number, ticket, symbol, direction, lot_micros, entry_price, exit_price,
        stop_price, opened_at_ms, closed_at_ms, profit_cents)
      SELECT ${id}, ${cells} FROM json_each(${JSON.stringify(list)}) WHERE EXISTS (SELECT 1 ${open})`),
    mustBeNoDemo(query, id, { from, last }),
    countMoves(query, callerId, id),
  ] as const;
}

/**
 * The statement that refuses rows that are closed demo positions of the trader whose import this is, under whatever ticket, symbol
 * and zone: no real trade has the same side, amount, prices, seconds held and result.
 */
function mustBeNoDemo(query: Query, id: string, { from, last }: { from: number; last: number }) {
  const heldS = sql.raw("closed_at_ms / 1000 - opened_at_ms / 1000");
  // The list is sorted once, and each row looked up in it.
  return mustHold(
    query,
    "own_demo_results",
    sql`NOT EXISTS (
      SELECT 1 FROM ${importRows} WHERE import_id = ${id} AND row_number BETWEEN ${from} AND ${last}
        AND (direction, lot_micros * 100, entry_price, exit_price, ${heldS}, profit_cents) IN (
          SELECT direction, units, entry_price * 1.0 / steps_per_dollar, exit_price * 1.0 / steps_per_dollar, ${heldS}, profit_cents
          FROM ${demoParts} WHERE user_id = (SELECT ${imports.userId} FROM ${imports} WHERE ${imports.id} = ${id})
        )
    )`,
  );
}

/** The statement that stores what a file's new trades move, once all of its rows have arrived. */
function countMoves(query: Query, callerId: SQL<string>, id: string) {
  return query.run(sql`
    UPDATE imports SET moves_cents = (
      SELECT coalesce(sum(import_rows.profit_cents), 0) FROM import_rows
      WHERE import_rows.import_id = imports.id AND NOT EXISTS (
        SELECT 1 FROM trades WHERE trades.user_id = imports.user_id AND trades.ticket = import_rows.ticket
      )
    )
    WHERE id = ${id} AND status = 'staged' AND created_by = ${callerId}
      AND row_count = (SELECT count(*) FROM import_rows WHERE import_id = imports.id)`);
}

/** The facts of an import as they were read: the database refuses the write when they have changed. */
export type CountedImport = { id: string; userId: string; tradeCount: number; profitCents: number };

const FIELDS = sql.raw(
  "ticket, symbol, direction, lot_micros, entry_price, exit_price, stop_price, opened_at_ms, closed_at_ms, profit_cents",
);

/**
 * The statements that turn an import's staged rows with new tickets into trades, with every total and the money, in one
 * write. Their result is added to the trader's account, or taken from it.
 *
 * The database refuses the batch as `insufficient_funds` when the balance does not cover the loss, `wrong_state` when
 * it was committed meanwhile, `import_unbalanced` when the rows are no longer those that were counted, and
 * `second_admin_needed` or `admin_too_new` when it moves more than its admins may.
 * @param given.spans the UTC offsets of the trader's zone over all quarters of the rows
 * @param given.isAppended true when every row was closed after all existing trades; the caller guards that in the batch
 */
export function commitTrades(
  query: Query,
  { id, userId, tradeCount, profitCents }: CountedImport,
  { actor, spans, isAppended }: { actor: string; spans: readonly OffsetSpan[]; isAppended: boolean },
  nowMs: number,
) {
  return [
    query.run(sql`
      INSERT INTO ${trades} (user_id, import_id, ${FIELDS})
      SELECT ${userId}, import_id, ${FIELDS} FROM ${importRows}
      WHERE import_id = ${id} AND NOT EXISTS (
        SELECT 1 FROM ${trades} WHERE ${trades.userId} = ${userId} AND ${trades.ticket} = ${importRows.ticket}
      )
      ORDER BY closed_at_ms, row_number`),
    ...countImport(query, { importId: id, userId, sign: 1, spans }),
    ...countOrdered(query, userId, isAppended ? id : null),
    ...moveResult(query, { id, userId, amountCents: profitCents, step: "commit", actor }, nowMs),
    query
      .update(imports)
      .set({ status: "committed", tradeCount, profitCents, committedBy: actor, committedAtMs: nowMs })
      .where(eq(imports.id, id)),
    query.delete(importRows).where(eq(importRows.importId, id)),
  ] as const;
}

/**
 * The statement that reads when the trader's last trade was closed, epoch ms, for an import that may be appended; no
 * row without trades. @param id an import of the trader
 */
export function selectLastClosed(query: Query, id: string) {
  return query
    .select({ lastClosedAtMs: tradeTotals.lastClosedAtMs })
    .from(tradeTotals)
    .innerJoin(imports, eq(imports.userId, tradeTotals.userId))
    .where(eq(imports.id, id));
}

/** The condition that the last trade is still the one that was read. */
export function isStillLast(userId: string, lastClosedAtMs: number): SQL {
  return sql`coalesce((SELECT ${tradeTotals.lastClosedAtMs} FROM ${tradeTotals} WHERE ${tradeTotals.userId} = ${userId}), 0) = ${lastClosedAtMs}`;
}

/** The statements that reverse a committed import as a whole. @param spans as for its commit */
export function reverseTrades(
  query: Query,
  { id, userId, profitCents }: CountedImport,
  { actor, spans, reason }: { actor: string; spans: readonly OffsetSpan[]; reason: string },
  nowMs: number,
) {
  return [
    ...countImport(query, { importId: id, userId, sign: -1, spans }),
    query.delete(trades).where(eq(trades.importId, id)),
    ...countOrdered(query, userId, null),
    ...moveResult(query, { id, userId, amountCents: -profitCents, step: "reverse", actor }, nowMs),
    query
      .update(imports)
      .set({ status: "reversed", reversedBy: actor, reversedAtMs: nowMs, reason })
      .where(eq(imports.id, id)),
  ] as const;
}

/** The statements that delete old files that nobody committed. */
export function deleteOldStaged(query: Query, beforeMs: number) {
  const old = sql`${imports.status} = 'staged' AND ${imports.createdAtMs} < ${beforeMs}`;
  return [
    query.delete(importRows).where(sql`${importRows.importId} IN (SELECT ${imports.id} FROM ${imports} WHERE ${old})`),
    query.delete(imports).where(old),
  ] as const;
}

/** Nothing is posted for a total result of zero, because a transfer cannot be zero. */
function moveResult(
  query: Query,
  moved: { id: string; userId: string; amountCents: number; step: "commit" | "reverse"; actor: string },
  nowMs: number,
) {
  const { id, userId, step, actor } = moved;
  const amountCents = cents(moved.amountCents);
  if (amountCents === 0) return [];
  const entries = [
    { accountId: "house:trading" as const, amountCents: cents(-amountCents) },
    { accountId: `available:${userId}` as const, amountCents },
  ];
  const memo = step === "commit" ? "Imported trades" : "Imported trades taken back";
  return postTransfer(query, { kind: "trades", reference: `import:${id}:${step}`, memo, actor, entries }, nowMs);
}
