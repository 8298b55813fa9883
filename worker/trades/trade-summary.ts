import { dollarsFromCents } from "../contract/money.ts";
import { isoDate } from "../contract/trade-calendar.ts";
import type { figuresOf, figuresOfTotals, TradeRun } from "../performance/analytics.ts";
import type { RunDetail } from "./trade-store.ts";

type Figures = ReturnType<typeof figuresOf>;

/**
 * The figures that are part of the user. Money in dollars. Source: specification section 3, "User", `analytics`; the
 * day counts are those of the win rate.
 */
export function analyticsView(figures: ReturnType<typeof figuresOfTotals>) {
  return {
    winningTrades: figures.wins,
    losingTrades: figures.losses,
    totalTrades: figures.trades,
    dayWinPercentage: figures.dayWinPercentage,
    tradedDays: figures.tradedDays,
    winningDays: figures.winningDays,
    losingDays: figures.losingDays,
    winLossRatio: figures.winLossRatio,
    avgWin: roundedDollars(figures.averageWinCents),
    avgLoss: roundedDollars(figures.averageLossCents),
    todayPnL: dollarsFromCents(figures.todayCents),
    profitFactor: figures.profitFactor,
    grossProfit: dollarsFromCents(figures.grossProfitCents),
    grossLoss: dollarsFromCents(figures.grossLossCents),
    bestDayAmount: dollarsFromCents(figures.bestDayCents),
    buyTrades: figures.buys,
    sellTrades: figures.sells,
  };
}

/** The figures of {@link analyticsView}, and more that the specification does not require. */
export function summaryView(figures: Figures) {
  return {
    ...analyticsView(figures),
    totalPnL: dollarsFromCents(figures.profitCents),
    tradeWinPercentage: figures.tradeWinPercentage,
    bestDay: figures.bestDay && { day: isoDate(figures.bestDay.day), trades: figures.bestDay.trades },
    expectancy: roundedDollars(figures.expectancyCents),
    averageR: figures.averageR,
    riskedTrades: figures.riskedTrades,
    maxDrawdown: { usd: dollarsFromCents(figures.drawdown.cents), percent: figures.drawdown.percent },
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

/** Means of money are rounded only here, once. */
function roundedDollars(cents: number): number {
  return dollarsFromCents(Math.round(cents));
}
