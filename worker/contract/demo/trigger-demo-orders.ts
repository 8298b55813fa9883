import { TRADED_SYMBOLS } from "../symbols.ts";
import { endOrder } from "./cancel-demo-orders.ts";
import { OPEN_POSITIONS_MAX } from "./demo-bounds.ts";
import { fits } from "./demo-margin.ts";
import { isLimitMet, isStopReached } from "./demo-orders.ts";
import { sidePrice } from "./demo-quotes.ts";
import type { DemoOrder, MarketQuote } from "./demo-types.ts";
import { changeRun, type DemoWork, runOf } from "./demo-work.ts";
import { fillOrder } from "./fill-demo-order.ts";

/**
 * Fills the resting orders whose condition a fillable quote meets, by number.
 * Source: docs/demo-engine.md, "Orders"
 */
export function triggerOrders(work: DemoWork, quote: MarketQuote): void {
  for (const order of runOf(work).orders) {
    const isConcerned = TRADED_SYMBOLS[order.symbol].pricedFrom === quote.symbol && order.armedSeq < quote.seq;
    if (isConcerned) triggerOrder(work, order, quote);
  }
}

function triggerOrder(work: DemoWork, order: DemoOrder, quote: MarketQuote): void {
  const price = sidePrice(quote, order.side, runOf(work).costs);
  const isTriggering = order.type === "stop_limit" && !order.isTriggered && isStopReached(order, price);
  if (isTriggering) markTriggered(work, order, quote);
  const isLimit = order.type === "limit" || order.isTriggered || isTriggering;
  const isMet = isLimit ? isLimitMet(order, price) : order.type === "stop" && isStopReached(order, price);
  if (isMet) fillOrEnd(work, order, quote, price);
}

function markTriggered(work: DemoWork, order: DemoOrder, quote: MarketQuote): void {
  // Armed anew, so that a quote from before this one never fills the limit that it is now.
  const triggered = { ...order, isTriggered: true, armedSeq: quote.seq };
  const orders = runOf(work).orders.map((one) => (one.id === order.id ? triggered : one));
  changeRun(work, { orders });
  work.events.push({ type: "order_triggered", at: work.at, orderId: order.id, quoteSeq: quote.seq });
}

function fillOrEnd(work: DemoWork, order: DemoOrder, quote: MarketQuote, price: number): void {
  const run = runOf(work);
  if (run.positions.length >= OPEN_POSITIONS_MAX) endOrder(work, order.id, "too_many_positions");
  else if (!fits(work.state, run, { symbol: order.symbol, units: order.units, price })) {
    endOrder(work, order.id, "not_enough");
  } else fillOrder(work, order, quote);
}
