/** The text of the landing page's live parts, used by both its document and its script. */
export const liveText = {
  terminal: {
    label: "A small version of the terminal, with current prices",
    title: "Trading",
    connecting: "Connecting",
    watchlist: "Watchlist",
    watchlistFigures: "Last, day",
    order: "Demo order",
    sell: "Sell",
    buy: "Buy",
    amount: "Amount",
    /** `Buy 0.05 BTCUSD at 67,120.50` */
    orderAt: (side: "buy" | "sell", lot: string, price: string) =>
      `${side === "buy" ? "Buy" : "Sell"} ${lot} at ${price}`,
    orderWaits: "Waiting for a price",
    loading: "Loading",
    loadFailed: "Not loaded. Press to try again.",
    positions: { position: "Position", size: "Size", entry: "Entry", now: "Now", result: "P&L" },
    noPositions: "Your demo positions appear here. Leaving this page ends them.",
    chartWaits: "The line begins with the first price.",
    chartAway: "Prices are not available at the moment. The line continues when they are back.",
    chartNeedsScript: "Live prices need JavaScript. Everything else on this page works without it.",
  },

  latency: {
    name: "Low latency",
    text: "How old a price is when it leaves for your screen. Measured here, on the prices of this page.",
    median: "Median",
    medianOf: (count: number) => `Median, last ${count} prices`,
    slowest: "99th percentile",
  },

  demo: {
    title: "Live demo",
    note: "As a signed-in trader sees it",
    createAccount: "Create account",
    openTerminal: "Open the terminal",
    failed: "The demo could not be loaded. Check your connection and try again.",
  },
} as const;
