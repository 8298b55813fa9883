/** The texts of the lines over the chart, and of the menu at a place of it. */
export const lineText = {
  kinds: { stop: "Stop", target: "Target", trail: "Trail", limit: "Limit" },
  orderTypes: { market: "market", limit: "limit", stop: "stop", stop_limit: "stop limit" },
  at: (amount: string, price: string) => `${amount} at ${price}`,
  handle: {
    stop: (trade: string) => `Stop loss of ${trade}`,
    target: (trade: string) => `Take profit of ${trade}`,
    trail: (trade: string) => `Trailing stop of ${trade}`,
    limit: (trade: string) => `Limit price of ${trade}`,
    order: (trade: string) => `Price of ${trade}`,
  },
  handleHelp: "Arrow keys move it, Enter sends it, Escape returns it",
  remove: {
    stop: (trade: string) => `Remove the stop loss of ${trade}`,
    target: (trade: string) => `Remove the take profit of ${trade}`,
    trail: (trade: string) => `Remove the trailing stop of ${trade}`,
    limit: (trade: string) => `Cancel ${trade}`,
    order: (trade: string) => `Cancel ${trade}`,
  },
  wrongSide: {
    stop: (isAbove: boolean) => `A stop stands ${isAbove ? "above" : "below"} the price here`,
    target: (isAbove: boolean) => `A target stands ${isAbove ? "above" : "below"} the price here`,
  },
  fillsAtOnce: "Fills at once",
  gone: "No longer there",
  notMoved: (reason: string) => `Not moved: ${reason}`,
  notRemoved: (reason: string) => `Not removed: ${reason}`,
  changedElsewhere: "it was changed elsewhere first",
  noAnswer: "no answer. The line shows what is known",
  r: (ratio: string) => `${ratio}R`,

  receipt: (fill: string) => `Why this price? ${fill}`,

  menu: (price: string) => `At ${price}`,
  orders: {
    limit: { buy: "Buy limit", sell: "Sell limit" },
    stop: { buy: "Buy stop", sell: "Sell stop" },
  },
  exits: {
    stop: (trade: string) => `Stop loss of ${trade}`,
    target: (trade: string) => `Take profit of ${trade}`,
  },
} as const;
