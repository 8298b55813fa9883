import { formatCount } from "../ui/format.ts";
import { FEW_TRADES } from "./trade-counts.ts";

export const runText = {
  started: (date: string, time: string) => `Started ${date}, ${time}`,
  startedToday: (time: string) => `Started today, ${time}`,
  day: (day: number) => `day ${formatCount(day)}`,
  archived: (date: string) => `Archived ${date}`,
  startBalance: "Start balance",
  start: "Start",
  costs: "Costs",
  costWords: { none: "None", typical: "Typical" },
  leverage: "Leverage",
  noLeverage: "None",
  oneTo: (leverage: number) => `1:${leverage}`,
  closed: "Closed",
  trades: (count: number) => (count === 1 ? "trade" : "trades"),
  result: "Result",
  reset: "Reset",
  resetTitle: "Reset the demo account?",
  loading: "Loading this run",
  failed: "This run could not be loaded",
  failedText: "None of its trades is lost. Check your connection and try again.",
  accountLost: "The demo account could not be reached",
  accountLostText: "Nothing was changed. Check your connection and try again.",
  toOwn: "Show my performance",

  empty: "No closed trades in this run yet",
  emptyText: "Close a demo position, and its result, your rates, the calendar and the curve appear here at once.",
  emptyArchived: "This run ended without a closed trade",
  emptyArchivedText: "It was reset before a position was closed, so it has no figures.",
  toTrading: "Place a demo trade",

  firstEver: "Your first closed position",
  firstOfRun: "The first closed position of this run",
  balance: "Balance",
  afterCosts: (costs: string) => `, after ${costs} costs`,
  fromTo: (entry: string, exit: string) => `${entry} to ${exit}`,
  seeCalendar: "See the calendar",
  tradeAgain: "Trade again",

  tooFew: (wins: number, trades: number) =>
    `${formatCount(wins)} of ${formatCount(trades)}: a rate from ${FEW_TRADES} trades on`,
  afterFirstLoss: "After a first loss",
  afterFirstWin: "After a first win",
  fewTrades: `From ${FEW_TRADES} trades on`,
} as const;
