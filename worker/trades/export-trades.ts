import { type CsvColumns, csvFile } from "../platform/csv.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { selectPage, type TradeCursor, type TradeFilter } from "./trade-store.ts";
import { tradeView } from "./trade-view.ts";

const PAGE = 5_000;

const COLUMNS: CsvColumns<ReturnType<typeof tradeView>> = [
  ["Close time (UTC)", (trade) => trade.closeTime],
  ["Symbol", (trade) => trade.symbol],
  ["Direction", (trade) => trade.direction],
  ["Lots", (trade) => trade.lotSize],
  ["Entry", (trade) => trade.entryPrice],
  ["Exit", (trade) => trade.exitPrice],
  ["P&L (USD)", (trade) => trade.profitLoss.toFixed(2)],
];

/** The caller's trades as a CSV file, last closed first. */
export function exportTrades(scope: Scope, filter: TradeFilter): Promise<ReadableStream<Uint8Array>> {
  return csvFile<ReturnType<typeof tradeView>, TradeCursor>(COLUMNS, async (after) => {
    const { rows } = await authorizedBatch(scope, "read", (callerId) => [
      selectPage(scope.db.query, callerId, { filter, after, limit: PAGE }),
    ]);
    const [page] = rows;
    return { rows: page.map(tradeView), next: page.length < PAGE ? null : (page.at(-1) ?? null) };
  });
}
