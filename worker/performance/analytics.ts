import { dayOfQuarter, hourOfQuarter, weekdayOf } from "../contract/trade-calendar.ts";
import { averageHoldingMs, averageLossUnits, averageWinUnits, expectancyUnits, winLossRatio } from "./averages.ts";
import type { Drawdown } from "./drawdown.ts";
import { profitFactor } from "./profit-factor.ts";
import { averageR } from "./r-multiple.ts";
import type { Streaks } from "./streaks.ts";
import type { TradeTotals } from "./trade-totals.ts";
import { dayWinPercentage, tradeWinPercentage } from "./win-rate.ts";

/** Consecutive trades by their ids, both ends inclusive. */
export type TradeRun = { first: number; last: number };

/** The trades of the figures that depend on their order; null without any. */
export type TradeRuns = { drawdown: TradeRun | null; winning: TradeRun | null; losing: TradeRun | null };

/**
 * The figures that depend on the order of the trades or on their stops. `riskedMilliR` is a sum of thousandths of R.
 */
export type OrderedFigures = {
  drawdown: Drawdown;
  drawdownPercent: number | null;
  streaks: Streaks;
  runs: TradeRuns;
  riskedTrades: number;
  riskedMilliR: number;
};

/** The figures that breakdowns show of a group of trades. */
export type GroupTotals = Pick<TradeTotals, "trades" | "wins" | "resultUnits">;

const EMPTY_GROUP: GroupTotals = { trades: 0, wins: 0, resultUnits: 0 };

/** The input of the figures of a set of trades. Days and hours are those of the trader's zone. */
export type TradeFacts = {
  whole: TradeTotals;
  days: readonly (GroupTotals & { day: number })[];
  hours: readonly (GroupTotals & { hour: number })[];
  symbols: readonly (GroupTotals & { symbol: string })[];
  ordered: OrderedFigures;
};

/** The facts about days, besides the totals. */
export type DayFacts = {
  tradedDays: number;
  winningDays: number;
  losingDays: number;
  todayUnits: number;
  bestDayUnits: number;
};

/** The figures from totals and days. Sums are in units; means are not rounded. */
export function figuresOfTotals(whole: TradeTotals, days: DayFacts) {
  return {
    ...whole,
    ...days,
    sells: whole.trades - whole.buys,
    tradeWinPercentage: tradeWinPercentage(whole),
    dayWinPercentage: dayWinPercentage(days),
    winLossRatio: winLossRatio(whole),
    averageWinUnits: averageWinUnits(whole),
    averageLossUnits: averageLossUnits(whole),
    profitFactor: profitFactor(whole),
    expectancyUnits: expectancyUnits(whole),
    averageHoldingMs: averageHoldingMs(whole),
  };
}

/** All figures that are computed from trades. */
export function figuresOf(facts: TradeFacts, { today }: { today: number }) {
  const { whole, days, ordered } = facts;
  const bestDay = days.reduce<(typeof days)[number] | null>(
    (best, day) => (best === null || day.resultUnits > best.resultUnits ? day : best),
    null,
  );
  return {
    ...figuresOfTotals(whole, {
      tradedDays: days.length,
      winningDays: days.filter(({ resultUnits }) => resultUnits > 0).length,
      losingDays: days.filter(({ resultUnits }) => resultUnits < 0).length,
      todayUnits: days.find(({ day }) => day === today)?.resultUnits ?? 0,
      bestDayUnits: bestDay?.resultUnits ?? 0,
    }),
    bestDay,
    averageR: averageR(ordered),
    drawdown: { ...ordered.drawdown, percent: ordered.drawdownPercent },
    streaks: ordered.streaks,
    runs: ordered.runs,
    riskedTrades: ordered.riskedTrades,
  };
}

/** The running sum of all results by day, and its distance below its peak at the end of each day, in units. */
export function equityCurve(days: TradeFacts["days"]) {
  let totalUnits = 0;
  let peakUnits = 0;
  return days.map(({ day, resultUnits, trades }) => {
    totalUnits += resultUnits;
    peakUnits = Math.max(peakUnits, totalUnits);
    return { day, resultUnits, trades, totalUnits, drawdownUnits: peakUnits - totalUnits };
  });
}

/** Totals of the seven weekdays, Sunday first. */
export function byWeekday(days: TradeFacts["days"]): GroupTotals[] {
  const weekdays = Array.from({ length: 7 }, () => EMPTY_GROUP);
  for (const totals of days) {
    const weekday = weekdayOf(totals.day);
    weekdays[weekday] = addGroups(weekdays[weekday], totals);
  }
  return weekdays;
}

/** Totals of the 24 hours of the day. */
export function byHour(hours: TradeFacts["hours"]): GroupTotals[] {
  return Array.from({ length: 24 }, (_, hour) => hours.find((one) => one.hour === hour) ?? EMPTY_GROUP);
}

/**
 * Days and hours of a zone, from totals of quarters. @param offsetOf the zone's UTC offset at a quarter, in quarters
 */
export function daysAndHours(
  quarters: readonly (GroupTotals & { quarter: number })[],
  offsetOf: (quarter: number) => number,
): Pick<TradeFacts, "days" | "hours"> {
  const days = new Map<number, GroupTotals>();
  const hours = new Map<number, GroupTotals>();
  for (const totals of quarters) {
    const offset = offsetOf(totals.quarter);
    const day = dayOfQuarter(totals.quarter, offset);
    const hour = hourOfQuarter(totals.quarter, offset);
    days.set(day, addGroups(days.get(day), totals));
    hours.set(hour, addGroups(hours.get(hour), totals));
  }
  return {
    days: [...days].sort(([a], [b]) => a - b).map(([day, totals]) => ({ day, ...totals })),
    hours: [...hours].sort(([a], [b]) => a - b).map(([hour, totals]) => ({ hour, ...totals })),
  };
}

function addGroups(a = EMPTY_GROUP, b: GroupTotals): GroupTotals {
  return { trades: a.trades + b.trades, wins: a.wins + b.wins, resultUnits: a.resultUnits + b.resultUnits };
}
