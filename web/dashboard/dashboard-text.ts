import { DEPOSIT } from "../../worker/contract/limits.ts";
import { formatCount } from "../ui/format.ts";
import { dashboardLabels } from "./dashboard-labels.ts";

const trades = (count: number) => `${formatCount(count)} ${count === 1 ? "trade" : "trades"}`;

export const dashboardText = {
  ...dashboardLabels,
  noChange: "No change today",
  today: "today",
  availableNow: "available now",
  onHold: "On hold",
  withHold: "Available and on hold",
  deposits: "Deposits",
  withdrawals: "Withdrawals",
  totalPnl: "Total P&L",
  noTradesToday: "No trades today",
  tradesClosed: (count: number) => `${trades(count)} closed`,
  noPositions: "None open",
  notYetClosed: "not yet closed",
  ofDays: "of days",
  wonDays: (won: number, traded: number) => `of days: ${formatCount(won)} of ${formatCount(traded)}`,
  noTradesYet: "No trades yet",
  figures: "Your figures",
  noTrades: "No recent trades",
  noTradesText: "Your trading history will appear here",
  ownDashboard: "Show my dashboard",
  placeTrade: "Place a demo trade",
  notLoaded: {
    title: "Your trades could not be loaded",
    text: "No trade is lost. Check your connection and try again.",
  },
  newestFirst: "Closed trades, newest first",
  allTrades: "All trades",
  columns: { type: "Type", trade: "Trade", symbol: "Symbol", amount: "Amount", time: "Time", profit: "P&L" },
  sides: { Buy: "BUY", Sell: "SELL" },
  history: "Trading history",
  historySoon: "Trading history coming soon...",
  back: "Back to dashboard",
  equity: {
    title: "Closed P&L",
    note: "Closed trades, without deposits",
    ranges: "Period of the curve",
    range: { weeks: "2 weeks", month: "Month", all: "All" },
    inRange: { weeks: "in 2 weeks", month: "in 30 days", all: "since the first trade" },
    now: "Today",
    slider: "Closed P&L by day",
    point: (day: string, total: string, count: number) =>
      `${day}: ${total}, ${count === 0 ? "no trades" : trades(count)}`,
    loading: "Loading your closed P&L",
    missing: "The curve could not be loaded",
    retry: "Try again",
  },
  actions: {
    deposit: "Deposit",
    depositNote: `KHQR from your banking app, from $${DEPOSIT.amountCentsMin / 100}`,
    withdraw: "Withdraw",
    withdrawNote: "To KHQR or your bank, reviewed by us",
    trade: "Trade",
    tradeNote: "Practise on live prices with demo money",
    verify: "Verify your identity",
    verifyNote: "Reviewed in 24–48 hours",
  },
} as const;
