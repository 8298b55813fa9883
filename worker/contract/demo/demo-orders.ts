/**
 * When orders fill, and why they are refused.
 * Source: docs/demo-engine.md, "Orders"
 */

import { isWithin, OPEN_POSITIONS_MAX, PRICE_STEPS, RESTING_ORDERS_MAX, UNITS } from "./demo-bounds.ts";
import { fits } from "./demo-margin.ts";
import { isPlanRight } from "./demo-plan.ts";
import { closingPrice, fillableQuote, quoteRefusal, SIGN, sidePrice } from "./demo-quotes.ts";
import type { DemoRun, DemoState } from "./demo-state.ts";
import type { DemoExits, DemoOrder, DemoOrderType, DemoRefusal, DemoSide, MarketQuote } from "./demo-types.ts";

/** Which prices an order of a type has. */
const PRICES: Readonly<Record<DemoOrderType, { price: boolean; limitPrice: boolean }>> = {
  market: { price: false, limitPrice: false },
  limit: { price: true, limitPrice: false },
  stop: { price: true, limitPrice: false },
  stop_limit: { price: true, limitPrice: true },
};

/** The price that an order fills at or better; null for market orders and stops. */
export function limitOf({ type, price, limitPrice }: DemoOrder): number | null {
  if (type === "limit") return price;
  return type === "stop_limit" ? limitPrice : null;
}

/** Whether a price has reached the stop of a stop or stop-limit. */
export function isStopReached({ side, price }: DemoOrder, at: number): boolean {
  return price !== null && SIGN[side] * at >= SIGN[side] * price;
}

/** Whether a price is the limit of an order or better. */
export function isLimitMet(order: DemoOrder, at: number): boolean {
  const limit = limitOf(order);
  return limit !== null && SIGN[order.side] * at <= SIGN[order.side] * limit;
}

/** The newest quote if the order fills at it as soon as it is placed or amended. */
export function quoteThatFillsAtOnce(state: DemoState, run: DemoRun, order: DemoOrder): MarketQuote | null {
  const quote = fillableQuote(state, order.symbol);
  if (!quote || order.type === "market") return quote;
  const isLimit = order.type === "limit" || order.isTriggered;
  return isLimit && isLimitMet(order, sidePrice(quote, order.side, run.costs)) ? quote : null;
}

/** Why an order cannot be placed, or amended to this; null where it can. */
export function orderRefusal(
  state: DemoState,
  run: DemoRun,
  order: DemoOrder,
  { isNew }: { isNew: boolean },
): DemoRefusal | null {
  const wrongField = fieldOutOfRange(order);
  if (wrongField) return { code: "out_of_range", field: wrongField };
  if (order.expiresAt !== null && order.expiresAt <= state.clock) return { code: "expired", field: "expiresAt" };

  const isMarket = order.type === "market";
  const quote = quoteThatFillsAtOnce(state, run, order);
  if (isNew && !isMarket && run.orders.length >= RESTING_ORDERS_MAX) return { code: "too_many_orders", field: null };
  if ((isMarket || quote) && run.positions.length >= OPEN_POSITIONS_MAX) {
    return { code: "too_many_positions", field: null };
  }
  return (
    (isMarket ? quoteRefusal(state, order.symbol) : null) ??
    reachedRefusal(state, run, order) ??
    wrongSideOf(order, order.side, referenceOf(order, quote, run)) ??
    fitRefusal(state, run, order, quote)
  );
}

/** The first field of an order that is out of range. */
function fieldOutOfRange(order: DemoOrder): string | null {
  const has = PRICES[order.type];
  if (!isWithin(order.units, UNITS)) return "units";
  if (!isPriceRight(order.price, has.price)) return "price";
  if (!isPriceRight(order.limitPrice, has.limitPrice)) return "limitPrice";
  return exitOutOfRange(order) ?? (order.plan && !isPlanRight(order.plan) ? "plan" : null);
}

/** The first of the exits that is out of range. */
export function exitOutOfRange(exits: DemoExits): string | null {
  const fields = ["stop", "target", "trail"] as const;
  return fields.find((field) => exits[field] !== null && !isPriceRight(exits[field], true)) ?? null;
}

function isPriceRight(price: number | null, isNeeded: boolean): boolean {
  return price === null ? !isNeeded : isNeeded && isWithin(price, PRICE_STEPS);
}

/** A stop that the market has already reached would fill at once, which is what a market order is for. */
function reachedRefusal(state: DemoState, run: DemoRun, order: DemoOrder): DemoRefusal | null {
  const waitsForStop = order.type === "stop" || (order.type === "stop_limit" && !order.isTriggered);
  const quote = waitsForStop ? fillableQuote(state, order.symbol) : null;
  const isReached = quote !== null && isStopReached(order, sidePrice(quote, order.side, run.costs));
  return isReached ? { code: "already_reached", field: "price" } : null;
}

/** The price that an order's stop must be behind and its target ahead of. */
function referenceOf(order: DemoOrder, quote: MarketQuote | null, run: DemoRun): number | null {
  if (order.type === "market") return quote && closingPrice(quote, order.side, run.costs);
  return limitOf(order) ?? order.price;
}

/** Refuses a stop or a target on the wrong side of a price; without a price nothing is refused. */
export function wrongSideOf(
  { stop, target }: Pick<DemoExits, "stop" | "target">,
  side: DemoSide,
  reference: number | null,
): DemoRefusal | null {
  const sign = SIGN[side];
  if (reference === null) return null;
  if (stop !== null && sign * stop >= sign * reference) return { code: "wrong_side", field: "stop" };
  if (target !== null && sign * target <= sign * reference) return { code: "wrong_side", field: "target" };
  return null;
}

function fitRefusal(state: DemoState, run: DemoRun, order: DemoOrder, quote: MarketQuote | null): DemoRefusal | null {
  const price = quote ? sidePrice(quote, order.side, run.costs) : (limitOf(order) ?? order.price);
  // Only a market order has no price, and one without a quote was refused before.
  if (price === null) throw new Error("an order without a price");
  const hasRoom = fits(state, run, { symbol: order.symbol, units: order.units, price });
  return hasRoom ? null : { code: "not_enough", field: "units" };
}
