import { numberOfUnits } from "../contract/broker/units.ts";
import { dayAt, isoDate } from "../contract/trade-calendar.ts";
import { selectPayments } from "../ledger/ledger-store.ts";
import {
  byHour,
  byWeekday,
  equityCurve,
  figuresOf,
  type GroupTotals,
  type TradeFacts,
} from "../performance/analytics.ts";
import type { Payment } from "../performance/drawdown.ts";
import { type BlockFacts, FactsCounter, runOf } from "../performance/facts-counter.ts";
import { offsetsOf } from "../performance/trade-columns.ts";
import { NO_TRADES } from "../performance/trade-totals.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { type BrokerDetail, selectBrokerDetail, selectBrokerKept } from "./broker-trade-store.ts";
import { readTrades, type TradePart } from "./read-trades.ts";
import {
  assertBrokerAccount,
  assertRun,
  type BrokerTradeAccount,
  CENT_DECIMALS,
  type RunAccount,
  type TradeAccount,
} from "./trade-account.ts";
import { BLOCK_FACTS } from "./trade-block-store.ts";
import {
  isFiltered,
  type RunDetail,
  selectKept,
  selectRunDetail,
  selectZone,
  type TradeFilter,
} from "./trade-store.ts";
import { brokerDetailView, runDetailView, summaryView } from "./trade-summary.ts";

/**
 * All figures of an account's trades, and their breakdowns. Those of all imported trades come from the stored aggregates, others
 * from the trades themselves.
 */
export async function tradeAnalytics(scope: Scope, account: TradeAccount, filter: TradeFilter) {
  const found = await factsOf(scope, account, filter);
  const { timeZone, facts } = found;
  const today = dayAt(scope.now(), timeZone);
  const figures = figuresOf(facts, { today });
  const decimals = found.broker?.decimals ?? CENT_DECIMALS;
  const money = (units: number) => numberOfUnits(units, decimals);
  return {
    /** The demo run, whatever the filter; null for the account of money. */
    run: found.run && runDetailView(found.run),
    /** The broker account, whatever the filter; its figures are numbers of its currency. Null for the other kinds. */
    broker: found.broker && brokerDetailView(found.broker),
    summary: summaryView(figures, decimals),
    equity: equityCurve(facts.days).map((point) => ({
      day: isoDate(point.day),
      pnl: money(point.resultUnits),
      trades: point.trades,
      total: money(point.totalUnits),
      drawdown: money(point.drawdownUnits),
    })),
    bySymbol: facts.symbols
      .map(({ symbol, ...totals }) => ({ symbol, ...groupView(totals, money) }))
      .sort((a, b) => b.pnl - a.pnl || a.symbol.localeCompare(b.symbol)),
    byWeekday: byWeekday(facts.days).map((totals) => groupView(totals, money)),
    byHour: byHour(facts.hours).map((totals) => groupView(totals, money)),
  };
}

function groupView({ trades, wins, resultUnits }: GroupTotals, money: (units: number) => number) {
  return { trades, wins, pnl: money(resultUnits) };
}

/** The facts of a request. */
type Found = { timeZone: string; run: RunDetail | null; broker: BrokerDetail | null; facts: TradeFacts };

function factsOf(scope: Scope, account: TradeAccount, filter: TradeFilter): Promise<Found> {
  switch (account.kind) {
    case "cash":
      return isFiltered(filter) ? filteredFacts(scope, account, filter) : keptFacts(scope);
    case "run":
      return runFacts(scope, account, filter);
    case "broker":
      return isFiltered(filter) ? filteredBrokerFacts(scope, account, filter) : keptBrokerFacts(scope, account);
  }
}

async function keptFacts(scope: Scope): Promise<Found> {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectKept(query, callerId)]);
  const [[kept]] = rows;
  if (!kept) throw new Error("a session without its user");
  return { timeZone: kept.timeZone, run: null, broker: null, facts: factsFrom(kept) };
}

async function keptBrokerFacts(scope: Scope, account: BrokerTradeAccount): Promise<Found> {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectBrokerKept(query, callerId, account.number),
  ]);
  const kept = assertBrokerAccount(rows[0][0]);
  return { timeZone: kept.timeZone, run: null, broker: kept.account, facts: factsFrom(kept) };
}

/** Stored aggregates; no totals before the first trade. */
type KeptRow = Pick<TradeFacts, "days" | "hours" | "symbols"> & {
  totals: Omit<
    ReturnType<typeof selectBrokerKept>["_"]["result"][number]["totals"] & object,
    "accountId" | "peakUnits"
  > | null;
};

/** The facts from stored aggregates. */
function factsFrom({ totals: whole, days, hours, symbols }: KeptRow): TradeFacts {
  // Aggregates from before their ids were stored have no runs until the next import.
  const ordered = {
    drawdown: { units: whole?.maxDrawdownUnits ?? 0, peakUnits: whole?.maxDrawdownPeakUnits ?? 0 },
    drawdownPercent: percentOf(whole?.maxDrawdownShare),
    streaks: { wins: whole?.longestWinStreak ?? 0, losses: whole?.longestLossStreak ?? 0 },
    runs: {
      drawdown: runOf(whole?.maxDrawdownFirstId, whole?.maxDrawdownLastId),
      winning: runOf(whole?.longestWinFirstId, whole?.longestWinLastId),
      losing: runOf(whole?.longestLossFirstId, whole?.longestLossLastId),
    },
    riskedTrades: whole?.riskedTrades ?? 0,
    riskedMilliR: whole?.riskedMilliR ?? 0,
  };
  return { whole: whole ?? NO_TRADES, days, hours, symbols, ordered };
}

/** Aggregates from before the share was stored have none until the next import. */
function percentOf(share: number | null = null): number | null {
  return share === null ? null : share * 100;
}

async function filteredFacts(scope: Scope, account: TradeAccount, filter: TradeFilter): Promise<Found> {
  const { query } = scope.db;
  const { rows, parts } = await readTrades(scope, account, filter, {
    sums: BLOCK_FACTS,
    beside: (callerId) => [selectZone(query, callerId), selectPayments(query, callerId)],
  });
  const [[person], payments] = rows;
  if (!person) throw new Error("a session without its user");
  return { ...person, run: null, broker: null, facts: await countFacts(parts(), person.timeZone, payments) };
}

/** The facts of some trades of a broker account. Its payments are not known, so that nothing is in percent of it. */
async function filteredBrokerFacts(scope: Scope, account: BrokerTradeAccount, filter: TradeFilter): Promise<Found> {
  const { query } = scope.db;
  const { rows, parts } = await readTrades(scope, account, filter, {
    sums: BLOCK_FACTS,
    beside: (callerId) => [selectZone(query, callerId), selectBrokerDetail(query, callerId, account.number)],
  });
  const [[person], [found]] = rows;
  if (!person) throw new Error("a session without its user");
  const broker = assertBrokerAccount(found);
  return { ...person, run: null, broker, facts: await countFacts(parts(), person.timeZone, null) };
}

/** The facts of a demo run: its start balance is what was paid in. */
async function runFacts(scope: Scope, account: RunAccount, filter: TradeFilter): Promise<Found> {
  const { query } = scope.db;
  const { rows, parts } = await readTrades(scope, account, filter, {
    sums: BLOCK_FACTS,
    beside: (callerId) => [selectZone(query, callerId), selectRunDetail(query, callerId, account.run)],
  });
  const [[person], [found]] = rows;
  if (!person) throw new Error("a session without its user");
  const run = assertRun(found);
  const payments = [{ atMs: run.startedAtMs, units: run.startCents }];
  return { ...person, run, broker: null, facts: await countFacts(parts(), person.timeZone, payments) };
}

/** The facts from trades. @param payments null where they are not known */
async function countFacts(
  parts: AsyncIterable<TradePart<BlockFacts>>,
  timeZone: string,
  payments: readonly Payment[] | null,
): Promise<TradeFacts> {
  const counter = new FactsCounter(payments);
  for await (const { sums, read } of parts) {
    if (sums && counter.add(sums)) continue;
    const columns = await read();
    counter.count(columns, offsetsOf(columns, timeZone));
  }
  return counter.facts();
}
