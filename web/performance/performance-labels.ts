/** The texts of the performance page that do not depend on the account: its skeleton shows them too. */
export const performanceLabels = {
  totalPnl: "Total P&L",
  todayPnl: "Today's P&L",
  winRate: "Win Rate",
  averages: "Avg Win / Avg Loss",
  profitFactor: "Profit Factor",
  bestDay: "Best Day",
  buyTrades: "Buy Trades",
  sellTrades: "Sell Trades",
  progression: "Daily Account Progression",
} as const;
