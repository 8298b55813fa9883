import type { DemoOrderType, DemoRule } from "../../worker/contract/demo/demo-types.ts";

export const ORDER_TYPE_WORDS: Readonly<Record<DemoOrderType, string>> = {
  market: "Market",
  limit: "Limit",
  stop: "Stop",
  stop_limit: "Stop-limit",
};

/** Why a fill happened, in a word or two. */
export const RULE_WORDS: Readonly<Record<DemoRule, string>> = {
  market: "Market order",
  limit: "Limit order",
  stop: "Stop order",
  stop_limit: "Stop-limit order",
  stop_loss: "Stop loss",
  take_profit: "Take profit",
  trailing_stop: "Trailing stop",
  close: "Closed by you",
  stop_out: "Stop-out",
  reset: "Reset",
};

/** The texts of the lists of the run: positions, orders and its history. */
export const dockText = {
  receipt: "Receipt",
  lists: "Positions, orders and history",
  height: "Height of the positions",
  fold: "Hide the lists",
  unfold: "Show the lists",
  positions: "Positions",
  orders: "Orders",
  history: "History",
  loadFailure: {
    refused: {
      title: "Your demo account could not be loaded",
      text: "Its positions and orders are safe on the server, and their stops work. Try again in a moment.",
    },
    unreachable: {
      title: "Your demo account could not be loaded",
      text: "Its positions and orders are safe on the server, and their stops work. Check your connection and try again.",
    },
  },
  historyFailure: {
    refused: {
      title: "The history could not be loaded",
      text: "Nothing of it is lost. Try again in a moment.",
    },
    unreachable: {
      title: "The history could not be loaded",
      text: "Nothing of it is lost. Check your connection and try again.",
    },
  },
  lostShort: "Not connected",
  lost: (clock: string) =>
    `No connection to your demo account since ${clock}. You see it as it was then; orders and stops still work on the server.`,
  tryNow: "Try now",
  frozen: "Your account is frozen: you can look at your demo account, but not trade in it.",
  usedMargin: "Used margin",
  freeMargin: "Free",
  pnlAsOf: (clock: string) => `as of ${clock}`,

  symbol: "Symbol",
  side: "Side",
  sides: { buy: "Buy", sell: "Sell" },
  sidesWithin: { buy: "buy", sell: "sell" },
  amount: "Amount",
  trade: "Trade",
  entry: "Entry",
  price: "Price",
  priceAndEntry: "Price, entry",
  stop: "Stop",
  target: "Target",
  stopAndTarget: "Stop, target",
  margin: "Margin",
  profit: "P&L",
  percent: "%",
  editAndClose: "Edit, close",
  close: "Close",
  trail: (distance: string) => `Trail ${distance}`,
  editPosition: (trade: string) => `Edit stop and target of ${trade}, or close a part`,
  editInRow: "Edit stop and target, or close a part",
  changeInRow: "Change this order",
  closePosition: (trade: string) => `Close ${trade}`,
  openPositionsTable: "Your open positions",
  noOpenPositions: "No open positions",
  noOpenPositionsText: "Orders on the demo balance will appear here.",
  toOrder: "Order",
  closeAll: "Close all",
  closeAllTitle: (count: number) => (count === 1 ? "Close one position?" : `Close ${count} positions?`),
  closeAllDetail: (count: number) =>
    `${count === 1 ? "It closes" : "They close"} at the current market price. The result is now`,
  closeAllStay: (count: number) =>
    count === 1
      ? "One stays open, since its price is old or its market closed."
      : `${count} stay open, since their prices are old or their markets closed.`,
  keep: "Keep",
  notAllClosed: (count: number) => `${count} not closed: the price is too old. Try again with the next one.`,

  type: "Type",
  away: "Away",
  expires: "Good till",
  untilCancelled: "You cancel it",
  untilDayEnd: "The day ends",
  limitPart: (price: string) => `limit ${price}`,
  triggered: "triggered",
  cancel: "Cancel",
  editAndCancel: "Edit, cancel",
  editOrder: (order: string) => `Change ${order}`,
  cancelOrder: (order: string) => `Cancel ${order}`,
  ordersTable: "Your resting orders",
  noOrders: "No resting orders",
  noOrdersText: "Limit, stop and stop-limit orders wait here, on the server, until the market reaches them.",
  cancelAll: "Cancel all",
  cancelAllTitle: (count: number) => `Cancel ${count} orders?`,
  cancelAllDetail: "None of them will be filled. Your positions with their stops and targets stay.",

  time: "Time",
  deal: "Deal",
  opened: "Opened",
  how: "How",
  costs: "Costs",
  result: "Result",
  balance: "Balance",
  historyTable: "What was filled in this run, newest first",
  noHistory: "Nothing filled yet",
  noHistoryText: "What this run buys and sells appears here, each with the reason for its price.",
  showMore: "Show more",

  commandFailed: "This could not be sent. Check your connection and try again.",
  changedElsewhere: "This was changed elsewhere meanwhile. The list shows how it is now.",
} as const;
