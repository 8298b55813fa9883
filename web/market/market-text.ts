import { formatAge } from "../format.ts";
import type { FeedCondition } from "../state/prices.ts";

/** The words of the trading screens. */
export const marketText = {
  feed: (condition: FeedCondition): string => {
    switch (condition.kind) {
      case "connecting":
        return "Connecting";
      case "live":
        return "Streaming";
      case "delayed":
        return `Delayed, ${formatAge(condition.ageMs)} old`;
      case "stale":
        return `Stale, ${formatAge(condition.ageMs)} old`;
      case "offline":
        return condition.ageMs === null ? "Offline" : `Offline, ${formatAge(condition.ageMs)} old`;
    }
  },

  tabs: { watchlist: "Watchlist", positions: "Open Positions", chart: "Chart", order: "Order" },
  sections: "Trading",
  watchlist: "Watchlist",
  today: (symbol: string) => `${symbol} today`,
  since: (time: string) => `since ${time}`,
  asOf: (clock: string) => `as of ${clock}`,
  low: "Low",
  high: "High",
  dayOpen: "Open, 00:00 UTC",
  change: "Change",
  toChart: "Chart",
  toOrder: "Order",
  noPrices: "There are no prices.",
  pricesAreOld: (age: string) => `Prices are ${age} old.`,
  nothingWasClosed: "Nothing was closed. New ones show by themselves.",
  tryNow: "Try now",

  demoAccount: "Demo account",
  balance: "Balance",
  equity: "Equity",
  pnl: "PNL",

  order: "Order",
  symbol: "Symbol",
  side: "Side",
  sides: {
    buy: { word: "Buy", caption: "Gains if it rises" },
    sell: { word: "Sell", caption: "Gains if it falls" },
  },
  amount: "Amount",
  price: "Price, optional",
  market: "Market",
  entry: "Entry",
  notional: "Notional",
  at: "at",
  invalidAmount: "Please enter a valid amount",
  invalidPrice: "Please enter a valid price",
  orderPlaced: "Order placed successfully!",
  orderFailed: (reason: string) => `Failed to place order: ${reason}`,
  priceTooOld: "the price is too old",
  orderLocked: "Waiting for a fresh price",
  orderReopens: "Orders open again with the next price. What you typed is kept.",
  fillsAtMarket: "Demo money. Fills at once, at market.",
  fillsAtOwnPrice: "Demo money. Fills at once, at your price.",

  afterOrder: (symbol: string) => `${symbol} after this order`,
  now: "Now",
  after: "After",
  held: { buy: "Bought", sell: "Sold" },
  averageEntry: "Average entry",
  exposure: "Exposure",
  ofEquity: "Of equity",

  reset: "Reset",
  resetTitle: "Begin again?",
  resetDetail: (balance: string) =>
    `The demo balance goes back to ${balance}, and every demo position, open or closed, is forgotten. Your cash is not touched.`,
  resetDone: "The demo account begins again",
  keep: "Keep",
  bandHeight: "Height of the positions",

  openPositions: "Open positions",
  openPositionsTable: "Your open positions",
  closedPositions: "Closed since you opened this page",
  closedShort: "Closed",
  noClosedPositions: "Nothing closed yet",
  noClosedPositionsText: "Positions that you close stand here until you leave this page.",
  trade: "Trade",
  closeAll: "Close all",
  closeAllTitle: (count: number) => `Close ${count} positions?`,
  closeAllDetail: "They close at the market's price of this moment. Now that is",
  notAllClosed: (count: number) => `${count} not closed: the price is too old. Try again with the next one.`,
  noOpenPositions: "No open positions",
  noOpenPositionsText: "Orders on the demo balance will appear here.",
  current: "Price",
  exit: "Exit",
  profit: "P/L",
  totalProfit: "Total P/L",
  atOwnPrice: "At your price",
  closedAt: "At",
  close: "Close",
  closePosition: (symbol: string) => `Close ${symbol}`,
  closeOnChart: (symbol: string) => `Close ${symbol} at this line`,
  closeFailed: "Not closed: the price is too old. Try again with the next one.",
} as const;
