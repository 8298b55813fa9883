import { marketLabels } from "./market-labels.ts";

/** The text of the trading screens. */
export const marketText = {
  /** Of a drawing, the watchlist or the chart's settings. */
  notKept: (reason: string) => `This change was not kept. ${reason}`,
  notReadYet: "What your account has is not loaded yet.",
  unread: (what: string) => `Your ${what} could not be loaded. Nothing is lost.`,
  unreadParts: {
    drawings: "drawings",
    indicators: "indicators",
    both: "drawings and indicators",
    watchlist: "watchlist",
  },
  planRatio: (ratio: string) => `${ratio} to 1`,
  ...marketLabels,
  tabTitle: (price: string, symbol: string) => `${price} ${symbol}`,
  staleTitle: (price: string, symbol: string) => `Stale: ${price} ${symbol}`,
  today: (symbol: string) => `${symbol} today`,
  since: (time: string) => `since ${time}`,
  asOf: (clock: string) => `as of ${clock}`,
  dayOpen: "Open",
  high: "High",
  low: "Low",
  previousClose: "Previous close",
  source: "Source",
  chartOf: (symbol: string) => `Chart, ${symbol}`,
  /** The button that closes a sheet over the chart. */
  closeSheet: "Close",
  limitStopTarget: "Limit, stop, target",
  openCount: (count: number) => `${count} open`,
  orderCount: (count: number) => (count === 1 ? "1 order" : `${count} orders`),
  spread: (spread: string) => `Spread ${spread}`,
  margin: (margin: string) => `margin ${margin}`,
  noneOpen: "No open positions",
  old: (age: string) => `${age} old`,
  noPrices: "No prices",
  noPriceFor: (age: string) => `No price for ${age}`,
  nextTry: (seconds: number) => (seconds > 0 ? `Next try in ${seconds} s.` : "Trying now."),
  /** A market that is silent fills nothing; the market behind a lost connection goes on. */
  meanwhile: (isOffline: boolean) => (isOffline ? "Your stops still work." : "Nothing was closed."),
  changesKept: "What you change on the chart is kept and saved later.",
  tooOldToTrade: (symbol: string) => `The price of ${symbol} is too old to trade on.`,
  tryNow: "Try now",
  closed: "Closed",
  marketClosed: "Market closed.",
  opens: (when: string) => `Opens ${when}`,
  ordersWait: "Limits and stops wait until then.",
  closedNow: (symbol: string, opens: string) => `The market of ${symbol} is closed. ${opens}.`,

  demoAccount: "Demo account",

  side: "Side",
  sides: {
    buy: { word: "Buy" },
    sell: { word: "Sell" },
  },

  compare: "Compare",
  compareTitle: "Compare with",
  comparedWith: (symbol: string) => `vs ${symbol}`,
  endCompare: (symbol: string) => `vs ${symbol}, end the comparison`,
  close: "Close",
  closeOnChart: (symbol: string) => `Close ${symbol} at this line`,
} as const;
