import type { Query } from "../db/client.ts";
import { importRows, imports } from "../db/schema/index.ts";
import { offsetSpans, quarterOf } from "../worker/contract/trade-calendar.ts";
import { commitTrades } from "../worker/trades/commit-trades.ts";

/** A closed trade as a file has it. Money is whole cents, the size millionths of a lot. */
export type FileTrade = Omit<typeof importRows.$inferInsert, "importId" | "rowNumber">;

type WholeImport = {
  id: string;
  userId: string;
  /** The trader's. */
  timeZone: string;
  /** Who brings the trades in: another user than the trader. */
  adminId: string;
  /** The colleague who commits it; without one the file is such that one admin may, as an operator can allow. */
  committedBy?: string;
  fileName: string;
};

/** The statements of a whole import, staged and committed, the way the desk writes them. @param trades at least one */
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
  const head = { id, userId, status: "staged" as const, fileName, format: "csv" as const, timeZone: "UTC" };
  return [
    query.insert(imports).values({
      ...head,
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

/** A statement takes only so many values. */
function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}
