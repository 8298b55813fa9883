import { eq, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { importRows, imports, trades } from "../../db/schema/index.ts";
import { cents } from "../contract/money.ts";
import type { OffsetSpan } from "../contract/trade-calendar.ts";
import { postTransfer } from "../ledger/post-transfer.ts";
import { countImport, countWhole } from "./keep-totals.ts";

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
 * committed meanwhile, and `import_unbalanced` when the rows are no longer those that were counted.
 * @param spans the offsets of the trader's zone over all quarters of the rows
 */
export function commitTrades(
  query: Query,
  { id, userId, tradeCount, profitCents }: CountedImport,
  { actor, spans }: { actor: string; spans: readonly OffsetSpan[] },
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
    ...countWhole(query, userId),
    ...moveResult(query, { id, userId, amountCents: profitCents, step: "commit", actor }, nowMs),
    query
      .update(imports)
      .set({ status: "committed", tradeCount, profitCents, committedAtMs: nowMs })
      .where(eq(imports.id, id)),
    query.delete(importRows).where(eq(importRows.importId, id)),
  ] as const;
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
    ...countWhole(query, userId),
    ...moveResult(query, { id, userId, amountCents: -profitCents, step: "reverse", actor }, nowMs),
    query.update(imports).set({ status: "reversed", reversedAtMs: nowMs, reason }).where(eq(imports.id, id)),
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
