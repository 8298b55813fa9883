import { demoTicket } from "../contract/demo/demo-mark.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { decimalText } from "../contract/read-number.ts";
import { type CsvColumns, csvFile } from "../platform/csv.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { assertRun, type TradeAccount } from "./trade-account.ts";
import {
  type ShownPart,
  selectPage,
  selectRun,
  selectRunPage,
  type TradeCursor,
  type TradeFilter,
} from "./trade-store.ts";
import { decimalsOf, tradeView } from "./trade-view.ts";

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

/** The columns of a demo run, which each line names. */
const DEMO_COLUMNS: CsvColumns<ShownPart> = [
  ["Account", ({ run }) => `Demo run ${run}`],
  ["Ticket", (part) => demoTicket(part.run, part.position, part.id)],
  ["Open time (UTC)", (part) => new Date(part.openedAtMs).toISOString()],
  ["Close time (UTC)", (part) => new Date(part.closedAtMs).toISOString()],
  ["Symbol", (part) => part.symbol],
  ["Direction", (part) => part.direction],
  ["Amount", ({ units }) => decimalText(units, 8, 0)],
  ["Entry", (part) => decimalText(part.entryPrice, decimalsOf(part), 0)],
  ["Stop", (part) => part.stopPrice && decimalText(part.stopPrice, decimalsOf(part), 0)],
  ["Exit", (part) => decimalText(part.exitPrice, decimalsOf(part), 0)],
  ["Closed by", (part) => part.closeRule],
  ["Commission (USD)", (part) => usd(-part.openCommissionCents - part.closeCommissionCents)],
  ["Overnight (USD)", (part) => usd(-part.overnightCents)],
  ["P&L (USD)", (part) => usd(part.profitCents)],
];

function usd(cents: number): string {
  return dollarsFromCents(cents).toFixed(2);
}

/** An account's trades as a CSV file, last closed first. */
export function exportTrades(
  scope: Scope,
  account: TradeAccount,
  filter: TradeFilter,
): Promise<ReadableStream<Uint8Array>> {
  const { query } = scope.db;
  if (account.kind === "run") {
    return csvFile<ShownPart, TradeCursor>(DEMO_COLUMNS, async (after) => {
      const { rows } = await authorizedBatch(scope, "read", (callerId) => [
        selectRun(query, callerId, account.run),
        selectRunPage(query, callerId, account, { filter, after, limit: PAGE }),
      ]);
      const [[run], page] = rows;
      assertRun(run);
      return { rows: page, next: nextOf(page) };
    });
  }
  return csvFile<ReturnType<typeof tradeView>, TradeCursor>(COLUMNS, async (after) => {
    const { rows } = await authorizedBatch(scope, "read", (callerId) => [
      selectPage(query, callerId, { filter, after, limit: PAGE }),
    ]);
    const [page] = rows;
    return { rows: page.map(tradeView), next: nextOf(page) };
  });
}

function nextOf(page: readonly TradeCursor[]): TradeCursor | null {
  return page.length < PAGE ? null : (page.at(-1) ?? null);
}
