import type { BrokerOfFigures } from "../contract/broker/broker-shapes.ts";
import type { FileClock } from "../contract/broker/file-clock.ts";
import { numberOfUnits } from "../contract/broker/units.ts";
import { isoOrNull } from "../contract/iso-time.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { isoDate } from "../contract/trade-calendar.ts";
import type { figuresOf, figuresOfTotals, TradeRun } from "../performance/analytics.ts";
import type { BrokerDetail } from "./broker-trade-store.ts";
import type { RunDetail } from "./trade-store.ts";

type Figures = ReturnType<typeof figuresOf>;

/**
 * The figures that are part of the user. Sums are numbers of the account's currency, dollars of money. Source: specification section 3, "User", `analytics`; the
 * day counts are those of the win rate.
 * @param decimals of the account's units
 */
export function analyticsView(figures: ReturnType<typeof figuresOfTotals>, decimals: number) {
  const [money, mean] = moneyIn(decimals);
  return {
    winningTrades: figures.wins,
    losingTrades: figures.losses,
    totalTrades: figures.trades,
    dayWinPercentage: figures.dayWinPercentage,
    tradedDays: figures.tradedDays,
    winningDays: figures.winningDays,
    losingDays: figures.losingDays,
    winLossRatio: figures.winLossRatio,
    avgWin: mean(figures.averageWinUnits),
    avgLoss: mean(figures.averageLossUnits),
    todayPnL: money(figures.todayUnits),
    profitFactor: figures.profitFactor,
    grossProfit: money(figures.grossProfitUnits),
    grossLoss: money(figures.grossLossUnits),
    bestDayAmount: money(figures.bestDayUnits),
    buyTrades: figures.buys,
    sellTrades: figures.sells,
  };
}

/** The figures of {@link analyticsView}, and more that the specification does not require. */
export function summaryView(figures: Figures, decimals: number) {
  const [money, mean] = moneyIn(decimals);
  return {
    ...analyticsView(figures, decimals),
    totalPnL: money(figures.resultUnits),
    tradeWinPercentage: figures.tradeWinPercentage,
    bestDay: figures.bestDay && { day: isoDate(figures.bestDay.day), trades: figures.bestDay.trades },
    expectancy: mean(figures.expectancyUnits),
    averageR: figures.averageR,
    riskedTrades: figures.riskedTrades,
    maxDrawdown: { usd: money(figures.drawdown.units), percent: figures.drawdown.percent },
    longestWinStreak: figures.streaks.wins,
    longestLossStreak: figures.streaks.losses,
    /** The ids of the first and last trade of each of the three. */
    runs: {
      maxDrawdown: runView(figures.runs.drawdown),
      longestWinStreak: runView(figures.runs.winning),
      longestLossStreak: runView(figures.runs.losing),
    },
    averageHoldingMs: Math.round(figures.averageHoldingMs),
  };
}

/** A demo run: its settings, its closed positions, and its balance in dollars. Leverage is null for none. */
export function runDetailView({ run, startCents, balanceCents, startedAtMs, archivedAtMs, ...same }: RunDetail) {
  return {
    number: run,
    ...same,
    startBalance: dollarsFromCents(startCents),
    balance: dollarsFromCents(balanceCents),
    result: dollarsFromCents(balanceCents - startCents),
    startedAt: new Date(startedAtMs).toISOString(),
    archivedAt: archivedAtMs === null ? null : new Date(archivedAtMs).toISOString(),
  };
}

function runView(run: TradeRun | null) {
  return run && { first: String(run.first), last: String(run.last) };
}

/** What makes numbers of an account's currency of its units: sums as they are, and means, which are rounded only here, once. */
function moneyIn(decimals: number): [sum: (units: number) => number, mean: (units: number) => number] {
  const sum = (units: number) => numberOfUnits(units, decimals);
  return [sum, (units) => sum(Math.round(units))];
}

/** A broker account as its figures show it. */
export function brokerDetailView(account: BrokerDetail): BrokerOfFigures {
  const { number, name, platform, currency, decimals, feesUnits, swapUnits, imports, lastImportAtMs } = account;
  // The Worker wrote both: a clock that it had validated, and a pair of decimals.
  const clock = account.clock === null ? null : (JSON.parse(account.clock) as FileClock);
  const deposits = account.deposits === null ? null : (JSON.parse(account.deposits) as [string, string]);
  return {
    ...{ number, name, platform, currency, decimals, imports, clock },
    fees: numberOfUnits(feesUnits, decimals),
    swap: numberOfUnits(swapUnits, decimals),
    lastImportAt: isoOrNull(lastImportAtMs),
    deposits: deposits && { in: deposits[0], out: deposits[1] },
  };
}
