import type { Query } from "../db/client.ts";
import { importRows, imports } from "../db/schema/index.ts";
import { offsetSpans, quarterOf } from "../worker/contract/trade-calendar.ts";
import { commitTrades } from "../worker/trades/trade-import-store.ts";

/** A closed trade as read from a file. Money is in whole cents, the size in millionths of a lot. */
export type FileTrade = Omit<typeof importRows.$inferInsert, "importId" | "rowNumber">;

/** An import to write, with the people who act on it. */
type WholeImport = {
  id: string;
  userId: string;
  /** The trader's time zone, which decides the calendar days of the trades. */
  timeZone: string;
  /** The admin who uploads the file, never the trader. */
  adminId: string;
  /**
   * The second admin, who commits the import. Without one the uploader commits alone, and the import's limit for a
   * single admin is set high enough to allow it.
   */
  committedBy?: string;
  fileName: string;
};

/**
 * The statements of a whole import, staged and committed, as the admin API writes them.
 *
 * @param trades at least one
 */
export function importTrades(
  query: Query,
  { id, userId, timeZone, adminId, committedBy, fileName }: WholeImport,
  trades: readonly FileTrade[],
  nowMs: number,
) {
  const rows = trades.map((trade, i) => ({ ...trade, importId: id, rowNumber: i + 1 }));
  const quarters = rows.map(({ closedAtMs }) => quarterOf(closedAtMs));
  const spans = offsetSpans(Math.min(...quarters), Math.max(...quarters) + 1, timeZone);
  const profitCents = rows.reduce((sum, row) => sum + row.profitCents, 0);
  const base = { id, userId, status: "staged" as const, fileName, format: "csv" as const, timeZone: "UTC" };
  return [
    query.insert(imports).values({
      ...base,
      rowCount: rows.length,
      createdBy: adminId,
      createdAtMs: nowMs,
      aloneCentsMax: committedBy === undefined ? Number.MAX_SAFE_INTEGER : 0,
    }),
    ...chunks(rows, 500).map((part) => query.insert(importRows).values(part)),
    ...commitTrades(
      query,
      { id, userId, tradeCount: rows.length, profitCents },
      { actor: committedBy ?? adminId, spans, isAppended: false },
      nowMs,
    ),
  ] as const;
}

/** Splits a list: one statement takes a limited number of bound values. */
function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}
