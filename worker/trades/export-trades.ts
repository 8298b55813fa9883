import { demoTicket } from "../contract/demo/demo-mark.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { decimalText } from "../contract/read-number.ts";
import { type CsvColumns, csvFile } from "../platform/csv.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { selectBrokerDetail, selectBrokerPage } from "./broker-trade-store.ts";
import { assertBrokerAccount, assertRun, type TradeAccount } from "./trade-account.ts";
import {
  type ShownPart,
  selectPage,
  selectRun,
  selectRunPage,
  type TradeCursor,
  type TradeFilter,
} from "./trade-store.ts";
import { brokerTradeView, decimalsOf, tradeView } from "./trade-view.ts";

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
  ["Plan locked (UTC)", (part) => part.planLockedAtMs && new Date(part.planLockedAtMs).toISOString()],
  ["Setup", (part) => part.planSetupName],
  ["Reason", (part) => part.planReason],
  ["Planned risk (USD)", ({ planRiskCents }) => (planRiskCents === null ? null : usd(planRiskCents))],
  ["Planned target (R)", ({ planTargetMilliR }) => planTargetMilliR && decimalText(planTargetMilliR, 3, 0)],
];

/** A trade of a broker account as its file has it. */
type BrokerLine = ReturnType<typeof brokerTradeView> & { account: string };

/** The columns of a broker account, which each line names, with all digits. */
const BROKER_COLUMNS: CsvColumns<BrokerLine> = [
  ["Account", ({ account }) => account],
  ["Ticket", ({ imported }) => imported.ticket],
  ["Open time (UTC)", ({ imported }) => imported.openTime],
  ["Close time (UTC)", ({ closeTime }) => closeTime],
  ["Symbol", ({ symbol }) => symbol],
  ["Direction", ({ direction }) => direction],
  ["Quantity", ({ imported }) => imported.quantity],
  ["Entry", ({ imported }) => imported.entryPrice],
  ["Stop", ({ imported }) => imported.stopPrice],
  ["Exit", ({ imported }) => imported.exitPrice],
  ["Profit", ({ imported }) => imported.profit],
  ["Fees", ({ imported }) => imported.fees],
  ["Swap", ({ imported }) => imported.swap],
  ["P&L", ({ imported }) => imported.result],
  ["Currency", ({ imported }) => imported.currency],
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
  if (account.kind === "broker") {
    return csvFile<BrokerLine, TradeCursor>(BROKER_COLUMNS, async (after) => {
      const { rows } = await authorizedBatch(scope, "read", (callerId) => [
        selectBrokerDetail(query, callerId, account.number),
        selectBrokerPage(query, callerId, account, { filter, after, limit: PAGE }),
      ]);
      const [[found], page] = rows;
      const detail = assertBrokerAccount(found);
      const lines = page.map((row) => ({ ...brokerTradeView(row, detail), account: detail.name }));
      return { rows: lines, next: nextOf(page.map(({ trade }) => trade)) };
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
