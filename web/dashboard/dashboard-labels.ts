/** The texts of the dashboard that do not depend on the account: its skeleton shows them too. */
export const dashboardLabels = {
  totalBalance: "Total Balance",
  todayPnl: "Today's P&L",
  openPositions: "Open Positions",
  winRate: "Win Rate",
  demoBalance: "Demo balance",
  recentTrades: "Recent Trades",
  quickActions: "Quick actions",
  /** Of a new account. */
  firstSteps: "First steps",
  marketsNow: "Markets now",
} as const;
