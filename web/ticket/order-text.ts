import { DEMO_TEXT } from "../../worker/contract/demo/demo-text.ts";
import type { DemoOrderType, DemoRefusal, DemoSide } from "../../worker/contract/demo/demo-types.ts";
import type { ExitForm } from "./draft.ts";

const word = { buy: "Buy", sell: "Sell" } as const;

/** The price that reaches an order with a stop. */
const reaches = {
  none: { buy: "the price", sell: "the price" },
  typical: { buy: "the ask", sell: "the bid" },
} as const;

/** The text of the ticket. */
export const orderText = {
  followsPlan: "Follows the plan on the chart",
  unlink: "Unlink",
  type: "Type",
  types: { market: "Market", limit: "Limit", stop: "Stop", stop_limit: "Stop limit" },
  symbol: "Symbol",
  side: "Side",
  word,
  modelled: "modelled",

  price: "Price, optional",
  market: (price: string) => `Market, ${price}`,
  limitCaption: { buy: "Buys at this price or lower", sell: "Sells at this price or higher" },
  stopCaption: (side: DemoSide, costs: "none" | "typical") => `${word[side]}s when ${reaches[costs][side]} reaches`,
  triggerCaption: (side: DemoSide, costs: "none" | "typical") => `When ${reaches[costs][side]} reaches`,
  thenCaption: { buy: "Then buys at or below", sell: "Then sells at or above" },
  away: (percent: string) => `${percent} away`,
  atOnce: "Fills at once",
  priceSteps: { less: "Lower price", more: "Higher price" },
  amountSteps: { less: "0.01 less", more: "0.01 more" },

  sizing: "Size by",
  amount: "Amount",
  risk: "Risk",
  riskField: "Lose at most",
  worth: "worth",
  gives: { buy: "buys", sell: "sells" },
  setStopFirst: "Set a stop loss first",

  stop: "Stop loss",
  target: "Take profit",
  trail: "Trailing stop",
  trailField: "Distance of the trailing stop",
  trailUnit: "behind",
  none: "None",
  exitField: {
    stop: { price: "Stop loss at", distance: "Stop loss away by", money: "Stop loss for" },
    target: { price: "Take profit at", distance: "Take profit away by", money: "Take profit for" },
  },
  exitForm: { stop: "Stop loss as", target: "Take profit as" },
  exitForms: { price: "A price", distance: "A distance", money: "A sum of money" } satisfies Record<ExitForm, string>,
  exitUnits: { price: "at", distance: "by", money: "$" } satisfies Record<ExitForm, string>,
  wrongSide: {
    stop: { buy: "Must be below the price", sell: "Must be above the price" },
    target: { buy: "Must be above the price", sell: "Must be below the price" },
  },
  atMost: (money: string) => `${money} at most`,
  riskToGain: "Risk to gain",
  ratio: (ratio: string) => `1 to ${ratio}`,

  plan: "Plan",
  planOptional: "optional",
  planLocks: "locks with the fill",

  goodTill: "Good till",
  goodTills: { cancelled: "You cancel it", day: "The day ends" },
  spread: { typical: "Spread, typical", modelled: "Spread, modelled" },
  commission: "Commission, in and out",
  overnight: "Overnight, each day",
  costs: "Costs, typical",
  noCosts: "Costs",
  noCostsInRun: "None in this run",
  costsAndMargin: "Costs and margin",
  margin: (leverage: number | null) => (leverage === null ? "Margin, no leverage" : `Margin, 1:${leverage}`),
  level: "Margin level after",
  free: "Free margin",
  to: "to",
  ifItMoves: "If it moves 1%",

  at: "at",
  buyNow: (order: string) => `${order} at`,
  place: (type: DemoOrderType, side: DemoSide) =>
    `Place ${word[side].toLowerCase()} ${orderText.types[type].toLowerCase()}`,
  placing: "Placing",
  placed: "Placed",
  fillsAtMarket: "Demo money. Filled at once, at the market price.",
  waits: "Demo money. It waits on the server.",
  needs: (money: string) => `Needs ${money} more margin`,
  loading: "Loading your demo account",
  notLoaded: "Your demo account could not be loaded",
  kept: "What you typed is kept.",
  tryAgain: "Try again",
  notUnderstood: "Correct the number first",
  notUnderstoodNote: "The reason is shown below its field.",
  needsStopNote: "The amount follows from what may be lost at it.",
  needsNote: "A smaller amount needs less.",
  tooManyOrders: "Too many orders are waiting",
  tooManyPositions: "Too many positions are open",
  frozen: "Your account is frozen",
  frozenNote: DEMO_TEXT.frozen,
  closed: (order: string) => `${order}: market closed`,
  closedNote: (opens: string) => `${opens}. A limit or a stop can wait until then.`,
  disagree: (order: string) => `${order}: sources disagree`,
  disagreeNote: DEMO_TEXT.sourcesDisagree,
  tooOld: (order: string) => `${order}: price too old`,
  reopens: (age: string) =>
    `The last price is ${age} old. Orders open again with the next price. What you typed is kept.`,
  waitsForPrice: (order: string) => `${order}: no price yet`,
  opens: "Orders open with the first price. What you typed is kept.",

  invalidAmount: DEMO_TEXT.invalidAmount,
  amountRange: DEMO_TEXT.amountRange,
  invalidPrice: DEMO_TEXT.invalidPrice,
  priceRange: DEMO_TEXT.priceRange,
  invalidMoney: "Please enter a sum of money",
  moneyRange: "At most $100,000,000, with up to 2 decimals",
  refused: ({ code, field }: DemoRefusal) => {
    if (code === "already_reached") return DEMO_TEXT.alreadyReached;
    if (code === "expired") return DEMO_TEXT.expired;
    return field === "target" ? DEMO_TEXT.wrongSide.target : DEMO_TEXT.wrongSide.stop;
  },
  amountFirst: "Enter an amount first",
  priceFirst: "Enter a price first",
  riskUnreachable: "No amount loses this little at that stop loss",
  exitUnreachable: "No price gives this. Try another sum or distance.",

  orderPlaced: "Order placed successfully!",
  filled: (side: DemoSide, what: string, price: string) => `${side === "buy" ? "Bought" : "Sold"} ${what} at ${price}.`,
  rests: (type: DemoOrderType, side: DemoSide, what: string, price: string) =>
    `${word[side]} ${orderText.types[type].toLowerCase()} ${what} waits at ${price}.`,
  orderFailed: (reason: string) => `Failed to place order: ${reason}`,
  orderError: (reason: string) => `Error placing order: ${reason}`,
  noAnswer:
    "there was no answer, so it may have been placed. What you typed is kept. Press again: the same order is placed only once.",
} as const;
