import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { importRows, imports, trades, tradeTotals } from "../../db/schema/index.ts";
import { cents } from "../contract/money.ts";
import type { OffsetSpan } from "../contract/trade-calendar.ts";
import { postTransfer } from "../ledger/post-transfer.ts";
import { countImport, countOrdered } from "./trade-aggregates.ts";

/** What a commit needs to know of an import, as it was read: the database refuses the write when it is no longer so. */
export type CountedImport = { id: string; userId: string; tradeCount: number; profitCents: number };

const FIELDS = sql.raw(
  "ticket, symbol, direction, lot_micros, entry_price, exit_price, stop_price, opened_at_ms, closed_at_ms, profit_cents",
);

/**
 * The statements that make an import's staged rows trades: those whose ticket is new, with every total and the money, in one
 * write. What they made goes to the trader's account, or is taken from it.
 *
 * The database refuses the batch as `insufficient_funds` when the balance cannot bear the loss, `wrong_state` when it was
 * committed meanwhile, `import_unbalanced` when the rows are no longer those that were counted, and `second_admin_needed` or
 * `admin_too_new` when more moves than its admins may move.
 * @param given.spans the offsets of the trader's zone over all quarters of the rows
 * @param given.isAppended whether every row was closed after all trades that stand; whoever says so guards it
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

/** The moment of the last trade that stands, epoch ms, for an import that may be appended to it; 0 without one. @param id an import of the trader's */
export function selectLastClosed(query: Query, id: string) {
  return query
    .select({ lastClosedAtMs: tradeTotals.lastClosedAtMs })
    .from(tradeTotals)
    .innerJoin(imports, eq(imports.userId, tradeTotals.userId))
    .where(eq(imports.id, id));
}

/** Holds while the last trade that stands is the one that was read. */
export function isStillLast(userId: string, lastClosedAtMs: number): SQL {
  return sql`coalesce((SELECT ${tradeTotals.lastClosedAtMs} FROM ${tradeTotals} WHERE ${tradeTotals.userId} = ${userId}), 0) = ${lastClosedAtMs}`;
}

/** The statements that take a committed import back, as a whole. @param spans as for its commit */
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

/** Nothing moves for a file that made nothing in all: a transfer of zero is none. */
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
