import { DAY_MS } from "../../worker/contract/time.ts";
import {
  formatCount,
  formatDate,
  formatDay,
  formatLongDate,
  formatMonth,
  formatPercent,
  formatWith,
} from "../ui/format.ts";
import { groupText } from "./group-text.ts";
import type { Month } from "./month-figures.ts";
import { performanceLabels } from "./performance-labels.ts";
import { FEW_TRADES } from "./trade-counts.ts";
import type { Only, RunName } from "./trade-filter.ts";

/** Calendar days have no time zone; formatting them in UTC keeps the date. */
const instantOf = (day: number) => day * DAY_MS;

const count = (number: number, one: string, many: string) => `${formatCount(number)} ${number === 1 ? one : many}`;
const trades = (number: number) => count(number, "trade", "trades");

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const RUNS = {
  maxDrawdown: "Max drawdown in money",
  longestWinStreak: "Winning streak",
  longestLossStreak: "Losing streak",
} as const satisfies Record<RunName, string>;

/** `14:00` */
const hour = (number: number) => `${String(number).padStart(2, "0")}:00`;

/** The text of the performance page, partly prescribed by section 2 of the specification. */
export const performanceText = {
  trades,
  weekday: (number: number) => WEEKDAYS[number] ?? "",
  weekdayShort: ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"],
  hour,
  directions: { Buy: "Buy", Sell: "Sell" },
  /** `October 21, 2025` */
  longDate: (day: number) => formatLongDate(instantOf(day), "UTC"),
  /** `Oct 21, 2025` */
  date: (day: number) => formatDate(instantOf(day), "UTC"),
  /** `Oct 21` */
  shortDate: (day: number) => formatDay(instantOf(day), "UTC"),
  /** `Oct 2025` */
  month: ({ year, month }: Month) => formatMonth(Date.UTC(year, month - 1), "UTC"),
  /** `October 2025` */
  longMonth: ({ year, month }: Month) =>
    formatWith(Date.UTC(year, month - 1), "UTC", { month: "long", year: "numeric" }),
  show: "show the trades",
  imported: "Imported",

  cards: {
    group: "Your figures",
    totalPnl: performanceLabels.totalPnl,
    balance: "Balance",
    feesTakenOff: "Fees taken off",
    todayPnl: performanceLabels.todayPnl,
    noTradesToday: "No trades today",
    todaysPerformance: "Today's performance",
    winRate: performanceLabels.winRate,
    ofDays: "of days",
    winRateFormula: "How the win rate is calculated",
    byTrade: (wins: number, all: number, percent: number) =>
      `winning trades / total trades x 100\n${formatCount(wins)} / ${formatCount(all)} x 100 = ${formatPercent(percent)}`,
    byDay: (percent: number) => `Of days: winning days / days with trades x 100 = ${formatPercent(percent)}`,
    won: "Won",
    lost: "Lost",
    days: "days",
    tradesLine: "Trades:",
    wins: "Wins",
    losses: "Losses",
    even: "Even",
    averages: performanceLabels.averages,
    win: "Win",
    loss: "Loss",
    profitFactor: performanceLabels.profitFactor,
    profit: "profit",
    grossLoss: "loss",
    bestDay: performanceLabels.bestDay,
    noTrades: "No trades yet",
    buyTrades: performanceLabels.buyTrades,
    sellTrades: performanceLabels.sellTrades,
    ofTrades: "of trades",
  },

  progression: {
    title: performanceLabels.progression,
    start: "Start",
    deposit: "Deposit",
    now: "Now",
    end: "End",
    balance: "Balance",
    inAll: (number: number) => `${formatCount(number)} in all`,
    point: (name: string, sum: string) => `${name}: Balance ${sum}`,
  },

  calendar: {
    title: "Monthly P&L",
    summary: (number: number, winning: number, losing: number, even: number) =>
      `${trades(number)}, ${winning} winning ${winning === 1 ? "day" : "days"}, ${losing} losing${even > 0 ? `, ${even} even` : ""}`,
    previous: "Previous month",
    next: "Next month",
    weekHead: "Week",
    today: "Today",
    week: (number: number) => `Week ${number}`,
    weekShort: (number: number) => `W${number}`,
    noTrades: "No trades",
    unknown: { loading: "loading", failed: "not loaded" },
    asOf: (time: string) => `as of ${time}`,
    failed: "This month could not be loaded.",
    retry: "Try again",
    unknownDay: (day: number, what: string) => `${formatLongDate(instantOf(day), "UTC")}: ${what}`,
    unknownWeek: (week: number, what: string) => `Week ${week}: ${what}`,
    dayLabel: (day: number, result: string, number: number) =>
      `${formatLongDate(instantOf(day), "UTC")}: ${number === 0 ? "no trades" : `${result}, ${trades(number)}`}`,
    weekLabel: (week: number, result: string, number: number) =>
      `Week ${week}: ${number === 0 ? "no trades" : `${result}, ${trades(number)}`}`,
  },

  list: {
    none: "Trades",
    noneHint: "Choose a day or a week in the calendar to see its trades.",
    ofDay: (day: number) => `Trades for ${formatLongDate(instantOf(day), "UTC")}`,
    ofWeek: (week: number, year: number) => `Trades for Week ${week}, ${year}`,
    all: "All Trades",
    showAll: "Show All Trades",
    back: "Back to Calendar",
    emptyDay: "No trades found for this day.",
    emptyWeek: "No trades found for this week.",
    emptyAll: "No trades found.",
    failed: "These trades could not be loaded",
    failedText: "No trade is lost. Check your connection and try again.",
    net: "net",
    detail: "details",
    columns: {
      date: "Date",
      symbol: "Symbol",
      direction: "Direction",
      size: "Size",
      entry: "Entry",
      exit: "Exit",
      result: "P&L",
    },
    downloadCsv: "Download CSV",
    downloadReport: "MetaTrader report",
    remove: (label: string) => `${label}: show all instead`,
  },

  only: (only: Only): string => {
    switch (only.by) {
      case "symbol":
        return only.symbol;
      case "direction":
        return only.direction;
      case "result":
        return { win: "Wins", loss: "Losses", even: "Even trades" }[only.result];
      case "weekday":
        return `${WEEKDAYS[only.weekday]}s`;
      case "hour":
        return `Closed ${hour(only.hour)} to ${String(only.hour).padStart(2, "0")}:59`;
      case "month":
        return formatMonth(Date.UTC(only.year, only.month - 1), "UTC");
      case "days":
        return `${formatDate(instantOf(only.fromDay), "UTC")} – ${formatDate(instantOf(only.toDay), "UTC")}`;
      case "run":
        return RUNS[only.of];
      case "stop":
        return "Stop known";
      case "group":
        return groupText(only.of, only.key);
    }
  },

  filter: {
    group: "Filters",
    active: "Figures show only",
    clear: "Clear filters",
    symbol: "Symbol",
    allSymbols: "All symbols",
    direction: "Direction",
    both: "Both",
    period: "Period",
    days: (number: number) => (number === 365 ? "1 year" : `${number} days`),
    all: "All",
    dates: "Dates",
    from: "From",
    to: "To",
    lastDays: (number: number) => (number === 365 ? "Last year" : `Last ${number} days`),
  },

  origin: {
    title: "Where it comes from",
    lead: (since: string, zone: string) => `Closed trades since ${since}, without deposits. Times in ${zone}.`,
    leadEmpty: "Closed trades, without deposits.",
    empty: "No closed trades yet",
    emptyText: "The curve of your results, and what it comes from, will appear here.",
    few: (number: number) => `${trades(number)} so far`,
    fewText: `Averages, streaks, and results by symbol, weekday and hour say something from ${FEW_TRADES} trades on.`,
    emptyFilter: "No closed trades match these filters",
    toTrading: "Go to trading",
    failed: "The figures could not be loaded",
    failedText: "Your trades are safe. Check your connection and try again.",
    loading: "Loading your figures",
  },

  equity: {
    title: "Closed P&L over time",
    peak: "Peak",
    maxDrawdown: RUNS.maxDrawdown,
    maxDrawdownTip:
      "The deepest fall of the closed P&L below an earlier peak, trade by trade. The curve shows the end of each day.",
    maxFall: "Max drawdown in percent",
    maxFallTip:
      "The deepest fall of the account, in percent of its peak at that time. Later deposits do not count, and no deposit or withdrawal is a gain or a loss.",
    belowPeak: "Below the peak now",
    longest: "Longest drawdown",
    days: (number: number) => count(number, "day", "days"),
    closedPnl: "Closed P&L",
    drawdown: "Drawdown",
    fromPeak: "Drawdown from the peak",
    today: "Today",
    slider: "Closed P&L by day; arrow keys move by a day, Enter shows the day's trades",
    point: (day: number, total: string, drawdown: string, number: number) =>
      `${formatLongDate(instantOf(day), "UTC")}: closed P&L ${total}, drawdown ${drawdown}, ${number === 0 ? "no trades" : trades(number)}`,
  },

  keyFigures: {
    title: "Per trade",
    expectancy: "Expectancy",
    expectancyTip: "The average result of a trade: all results / total trades.",
    averageR: "Average R",
    averageRTip: "Profit divided by the amount risked up to the stop, for trades whose stop is known.",
    winStreak: RUNS.longestWinStreak,
    lossStreak: RUNS.longestLossStreak,
    holding: "Average time held",
  },

  breakdown: {
    bySymbol: "By symbol",
    byWeekday: "By weekday",
    byHour: "By hour of the day",
    unit: (currency: string) => `P&L, ${currency}`,
    share: (number: number, percent: number) => `${trades(number)}, ${formatPercent(percent, 0)} won`,
    best: "Best",
    worst: "Worst",
    only: "Only",
    more: (number: number) => `Show ${number} more`,
    fewer: "Show fewer",
    bar: (name: string, result: string, number: number, percent: number) =>
      number === 0 ? `${name}: no trades` : `${name}: ${result}, ${trades(number)}, ${formatPercent(percent, 0)} won`,
  },
} as const;
