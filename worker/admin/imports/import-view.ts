import { dollarsFromCents } from "../../contract/money.ts";
import type { TradeRow } from "../../trades/trade-view.ts";
import { personView } from "../lists/person-view.ts";
import type { ImportRecord, selectStagedRows } from "./import-store.ts";

/** An import as the admin API shows it: money in dollars, times ISO 8601 UTC. */
export function importView({ import: row, user, timeZone, ...names }: ImportRecord) {
  return {
    _id: row.id,
    user: personView(user),
    status: row.status,
    fileName: row.fileName,
    format: row.format,
    /** The zone of the file's times. */
    timeZone: row.timeZone,
    /** The zone of the trader's days. */
    traderTimeZone: timeZone,
    rowCount: row.rowCount,
    tradeCount: row.tradeCount,
    profitLoss: row.profitCents === null ? null : dollarsFromCents(row.profitCents),
    /** The sum that a complete, uncommitted file moves, counted when its last row arrived; null for others. */
    moves: row.status === "staged" && row.movesCents !== null ? dollarsFromCents(row.movesCents) : null,
    /** True when it moves more than its sender may import alone. */
    waitsForColleague: row.status === "staged" && Boolean(names.waitsForColleague),
    reason: row.reason,
    createdByName: names.createdByName,
    committedByName: names.committedByName,
    reversedByName: names.reversedByName,
    createdAt: new Date(row.createdAtMs).toISOString(),
    committedAt: row.committedAtMs === null ? null : new Date(row.committedAtMs).toISOString(),
    reversedAt: row.reversedAtMs === null ? null : new Date(row.reversedAtMs).toISOString(),
  };
}

type StagedRow = Awaited<ReturnType<typeof selectStagedRows>>[number];

/** A row of an import, as the API shows it. */
export type ImportRowView = ReturnType<typeof fileTrade> & {
  _id: string;
  /** Its number in the file; null once it is a trade, because the number is not kept. */
  row: number | null;
  fate: "new" | "duplicate" | "imported";
  /** True when the existing trade differs from this duplicate. */
  differs: boolean;
};

/** A row of an uncommitted file, and whether it would be imported. */
export function stagedRowView({ row, isNew, differs }: StagedRow): ImportRowView {
  const fate = isNew ? "new" : "duplicate";
  return { _id: String(row.rowNumber), row: row.rowNumber, fate, differs: Boolean(differs), ...fileTrade(row) };
}

/** A trade of a committed import. */
export function importedTradeView(row: TradeRow): ImportRowView {
  return { _id: String(row.id), row: null, fate: "imported", differs: false, ...fileTrade(row) };
}

function fileTrade(row: Omit<TradeRow, "id" | "userId" | "importId">) {
  return {
    ticket: row.ticket,
    symbol: row.symbol,
    direction: row.direction,
    lotSize: row.lotMicros / 1_000_000,
    entryPrice: row.entryPrice,
    exitPrice: row.exitPrice,
    stopPrice: row.stopPrice,
    openTime: new Date(row.openedAtMs).toISOString(),
    closeTime: new Date(row.closedAtMs).toISOString(),
    profitLoss: dollarsFromCents(row.profitCents),
  };
}
