import { numberOfUnits } from "../contract/broker/units.ts";
import { dayAt, isoDate, offsetOfQuarters } from "../contract/trade-calendar.ts";
import { selectPayments } from "../ledger/ledger-store.ts";
import {
  addTotals,
  byHour,
  byWeekday,
  daysAndHours,
  equityCurve,
  figuresOf,
  type GroupTotals,
  type TradeFacts,
  type TradeRun,
} from "../performance/analytics.ts";
import type { Places } from "../performance/closed-trade.ts";
import { maxDrawdown, maxDrawdownPercent, type Payment } from "../performance/drawdown.ts";
import { milliR } from "../performance/r-multiple.ts";
import { longestStreaks } from "../performance/streaks.ts";
import { NO_TRADES, type TradeTotals } from "../performance/trade-totals.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { type BrokerDetail, selectBrokerDetail, selectBrokerKept } from "./broker-trade-store.ts";
import {
  assertBrokerAccount,
  assertRun,
  type BrokerTradeAccount,
  CENT_DECIMALS,
  type RunAccount,
  type TradeAccount,
} from "./trade-account.ts";
import { selectFiltered } from "./trade-figures-store.ts";
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
    RowsOf<ReturnType<typeof selectBrokerKept>>[number]["totals"] & object,
    "accountId" | "peakUnits"
  > | null;
};

/** The facts from stored aggregates. */
function factsFrom({ totals: whole, days, hours, symbols }: KeptRow): TradeFacts {
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

/** Aggregates from before these ids were stored have no runs until the next import. */
function runOf(first: number | null = null, last: number | null = null): TradeRun | null {
  return first === null || last === null ? null : { first, last };
}

async function filteredFacts(scope: Scope, account: TradeAccount, filter: TradeFilter): Promise<Found> {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(
    scope,
    "read",
    (callerId) =>
      [
        selectZone(query, callerId),
        selectPayments(query, callerId),
        ...selectFiltered(query, callerId, account, filter),
      ] as const,
  );
  const [[person], payments, ...figures] = rows;
  if (!person) throw new Error("a session without its user");
  return { ...person, run: null, broker: null, facts: computeFacts(person.timeZone, payments, figures) };
}

/** The facts of some trades of a broker account. Its payments are not known, so that nothing is in percent of it. */
async function filteredBrokerFacts(scope: Scope, account: BrokerTradeAccount, filter: TradeFilter): Promise<Found> {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(
    scope,
    "read",
    (callerId) =>
      [
        selectZone(query, callerId),
        selectBrokerDetail(query, callerId, account.number),
        ...selectFiltered(query, callerId, account, filter),
      ] as const,
  );
  const [[person], [found], ...figures] = rows;
  if (!person) throw new Error("a session without its user");
  const broker = assertBrokerAccount(found);
  return { ...person, run: null, broker, facts: computeFacts(person.timeZone, null, figures) };
}

/** The facts of a demo run: its start balance is what was paid in. */
async function runFacts(scope: Scope, account: RunAccount, filter: TradeFilter): Promise<Found> {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(
    scope,
    "read",
    (callerId) =>
      [
        selectZone(query, callerId),
        selectRunDetail(query, callerId, account.run),
        ...selectFiltered(query, callerId, account, filter),
      ] as const,
  );
  const [[person], [found], ...figures] = rows;
  if (!person) throw new Error("a session without its user");
  const run = assertRun(found);
  const payments = [{ atMs: run.startedAtMs, units: run.startCents }];
  return { ...person, run, broker: null, facts: computeFacts(person.timeZone, payments, figures) };
}

type Figures = ReturnType<typeof selectFiltered>;
type RowsOf<Statement extends { _: { result: unknown } }> = Statement["_"]["result"];

/**
 * The facts from trades: their sums by quarter and by symbol, and all of them in the order of closing.
 * @param payments null where they are not known
 */
export function computeFacts(
  timeZone: string,
  payments: readonly Payment[] | null,
  [quarters, symbols, [read]]: readonly [RowsOf<Figures[0]>, RowsOf<Figures[1]>, RowsOf<Figures[2]>],
): TradeFacts {
  const inOrder = read?.trades ?? [];
  const profits = inOrder.map(({ resultUnits }) => resultUnits);
  const risks = inOrder.map(milliR).filter((value) => value !== null);
  const [drawdown, streaks] = [maxDrawdown(profits), longestStreaks(profits)];
  const runAt = (places: Places | null) => places && runOf(inOrder[places.first]?.id, inOrder[places.last]?.id);
  const ordered = {
    drawdown,
    drawdownPercent: payments && maxDrawdownPercent(inOrder, payments),
    streaks,
    runs: { drawdown: runAt(drawdown.fall), winning: runAt(streaks.winning), losing: runAt(streaks.losing) },
    riskedTrades: risks.length,
    riskedMilliR: risks.reduce((sum, value) => sum + value, 0),
  };
  const whole = quarters.reduce<TradeTotals>(addTotals, NO_TRADES);
  return { whole, ...daysAndHours(quarters, offsetOfQuarters(quarters, timeZone)), symbols, ordered };
}
