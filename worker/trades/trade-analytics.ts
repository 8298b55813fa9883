import { dollarsFromCents } from "../contract/money.ts";
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
import { assertRun, type RunAccount, type TradeAccount } from "./trade-account.ts";
import {
  isFiltered,
  type RunDetail,
  selectFiltered,
  selectKept,
  selectRunDetail,
  selectZone,
  type TradeFilter,
} from "./trade-store.ts";
import { runDetailView, summaryView } from "./trade-summary.ts";

/**
 * All figures of an account's trades, and their breakdowns. Those of all imported trades come from the stored aggregates, others
 * from the trades themselves.
 */
export async function tradeAnalytics(scope: Scope, account: TradeAccount, filter: TradeFilter) {
  const found = await factsOf(scope, account, filter);
  const { timeZone, facts } = found;
  const today = dayAt(scope.now(), timeZone);
  const figures = figuresOf(facts, { today });
  return {
    /** The demo run, whatever the filter; null for the account of money. */
    run: found.run && runDetailView(found.run),
    broker: null as import("../contract/broker/broker-shapes.ts").BrokerOfFigures | null,
    summary: summaryView(figures),
    equity: equityCurve(facts.days).map((point) => ({
      day: isoDate(point.day),
      pnl: dollarsFromCents(point.profitCents),
      trades: point.trades,
      total: dollarsFromCents(point.totalCents),
      drawdown: dollarsFromCents(point.drawdownCents),
    })),
    bySymbol: facts.symbols
      .map(({ symbol, ...totals }) => ({ symbol, ...groupView(totals) }))
      .sort((a, b) => b.pnl - a.pnl || a.symbol.localeCompare(b.symbol)),
    byWeekday: byWeekday(facts.days).map(groupView),
    byHour: byHour(facts.hours).map(groupView),
  };
}

function groupView({ trades, wins, profitCents }: GroupTotals) {
  return { trades, wins, pnl: dollarsFromCents(profitCents) };
}

/** The facts of a request. */
type Found = { timeZone: string; run: RunDetail | null; facts: TradeFacts };

function factsOf(scope: Scope, account: TradeAccount, filter: TradeFilter): Promise<Found> {
  if (account.kind === "run") return runFacts(scope, account, filter);
  return isFiltered(filter) ? filteredFacts(scope, account, filter) : keptFacts(scope);
}

async function keptFacts(scope: Scope): Promise<Found> {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectKept(query, callerId)]);
  const [[kept]] = rows;
  if (!kept) throw new Error("a session without its user");
  const { timeZone, totals: whole, days, hours, symbols } = kept;
  const ordered = {
    drawdown: { cents: whole?.maxDrawdownCents ?? 0, peakCents: whole?.maxDrawdownPeakCents ?? 0 },
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
  const facts = { whole: whole ?? NO_TRADES, days, hours, symbols, ordered };
  return { timeZone, run: null, facts };
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
  return { ...person, run: null, facts: computeFacts(person.timeZone, payments, figures) };
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
  const payments = [{ atMs: run.startedAtMs, cents: run.startCents }];
  return { ...person, run, facts: computeFacts(person.timeZone, payments, figures) };
}

type Figures = ReturnType<typeof selectFiltered>;
type RowsOf<Statement extends { _: { result: unknown } }> = Statement["_"]["result"];

/** The facts from trades: their sums by quarter and by symbol, and all of them in the order of closing. */
function computeFacts(
  timeZone: string,
  payments: readonly Payment[],
  [quarters, symbols, inOrder]: [RowsOf<Figures[0]>, RowsOf<Figures[1]>, RowsOf<Figures[2]>],
): TradeFacts {
  const profits = inOrder.map(({ profitCents }) => profitCents);
  const risks = inOrder.map(milliR).filter((value) => value !== null);
  const [drawdown, streaks] = [maxDrawdown(profits), longestStreaks(profits)];
  const runAt = (places: Places | null) => places && runOf(inOrder[places.first]?.id, inOrder[places.last]?.id);
  const ordered = {
    drawdown,
    drawdownPercent: maxDrawdownPercent(inOrder, payments),
    streaks,
    runs: { drawdown: runAt(drawdown.fall), winning: runAt(streaks.winning), losing: runAt(streaks.losing) },
    riskedTrades: risks.length,
    riskedMilliR: risks.reduce((sum, value) => sum + value, 0),
  };
  const whole = quarters.reduce<TradeTotals>(addTotals, NO_TRADES);
  return { whole, ...daysAndHours(quarters, offsetOfQuarters(quarters, timeZone)), symbols, ordered };
}
