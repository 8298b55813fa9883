import { marketLabels } from "./market-labels.ts";

/** The text of the trading screens. */
export const marketText = {
  planRatio: (ratio: string) => `${ratio} to 1`,
  ...marketLabels,
  sections: "Trading",
  skipToTicket: "Skip to the ticket",
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
  toChart: "Chart",
  toOrder: "Order",
  old: (age: string) => `${age} old`,
  noPrices: "No prices",
  noPriceFor: (age: string) => `No price for ${age}`,
  nextTry: (seconds: number) => (seconds > 0 ? `Next try in ${seconds} s.` : "Trying now."),
  /** A market that is silent fills nothing; the market behind a lost connection goes on. */
  meanwhile: (isOffline: boolean) => (isOffline ? "Your stops still work." : "Nothing was closed."),
  tooOldToTrade: (symbol: string) => `The price of ${symbol} is too old to trade on.`,
  tryNow: "Try now",

  demoAccount: "Demo account",
  openPositions: "Open positions",

  symbol: "Symbol",
  side: "Side",
  sides: {
    buy: { word: "Buy" },
    sell: { word: "Sell" },
  },
  amount: "Amount",
  noAnswer: "No answer. Please check your connection, then try again.",

  close: "Close",
  closeOnChart: (symbol: string) => `Close ${symbol} at this line`,
} as const;
