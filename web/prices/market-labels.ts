/** The texts of the trading section that do not depend on prices or trades: its skeleton shows them too. */
export const marketLabels = {
  tabs: { watchlist: "Watchlist", positions: "Open Positions", chart: "Chart", order: "Order" },
  watchlist: "Watchlist",
  balance: "Balance",
  equity: "Equity",
  pnl: "PNL",
  order: "Order",
  positions: "Positions",
} as const;
