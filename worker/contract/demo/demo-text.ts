import { formatUsd } from "../money.ts";
import { LEVERAGE, OPEN_POSITIONS_MAX, PLAN, priceMax, RESTING_ORDERS_MAX, START_CENTS } from "./demo-bounds.ts";

/** Texts about a demo account. Source: specification section 5, "Order form", where it has the message. */
export const DEMO_TEXT = {
  invalidAmount: "Please enter a valid amount",
  amountRange: "At most 999,999, with up to 8 decimals",
  invalidPrice: "Please enter a valid price",
  priceRange: (decimals: number) => `At most ${priceMax(decimals)}, with up to ${decimals} decimals`,
  noSuchPrice: (field: string, orderType: string) => `A ${orderType.replace("_", "-")} order has no ${field}`,
  startBalanceRange: `A start balance is ${formatUsd(START_CENTS.min)} to ${formatUsd(START_CENTS.max)}`,
  leverageRange: `Leverage is ${LEVERAGE.min} to ${LEVERAGE.max}, or null for none`,
  planRange: `The reason of a plan is one line of at most ${PLAN.reasonMax} characters`,
  tooMuchToClose: "At most what is still open can be closed",
  expired: "The order would have expired already",
  tooManyOrders: `You have ${RESTING_ORDERS_MAX} orders waiting. Cancel one first.`,
  tooManyPositions: `You have ${OPEN_POSITIONS_MAX} open positions. Close one first.`,
  marketClosed: "This market is closed at the moment",
  noPrice: "The price is too old. Please wait for a new one.",
  sourcesDisagree: "The price sources disagree at the moment. Please wait until they agree.",
  alreadyReached: "The market has already reached this price",
  wrongSide: {
    stop: "A stop loss must be on the losing side of the price, and away from the take profit",
    target: "A take profit must be on the winning side of the price",
  },
  notEnough: (availableCents: number) =>
    `Your demo balance is not enough for this. Available: ${formatUsd(availableCents)}`,
  reset: "Your demo account was reset elsewhere. Reload the page to see its new run.",
  changed: "This was changed elsewhere, or by the market. Reload the page to see how.",
  nothingToDo: "There is nothing left to do here",
  frozen: "Your account is frozen: you can look at your demo account, but not trade in it. Please contact support.",
} as const;
