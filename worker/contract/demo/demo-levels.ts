import { TRADED_SYMBOLS, type TradedSymbol } from "../symbols.ts";
import { marginLevels } from "./demo-margin-levels.ts";
import { limitOf } from "./demo-orders.ts";
import { closingSide } from "./demo-quotes.ts";
import type { DemoPosition, DemoRun, DemoState } from "./demo-state.ts";
import type { DemoCosts, DemoLevel, DemoOrder, DemoSide } from "./demo-types.ts";

/**
 * The prices at which the engine must be given the quote; no other quote causes an event. Given only the quotes that
 * reach a level, with the last prices of the other symbols and the quotes that set the extremes before them, and the
 * timers of `nextDemoTimer`, the engine says what it would say if it were given every quote.
 *
 * Valid until the next input: each gives new ones.
 */
export function demoLevels(state: DemoState): DemoLevel[] {
  const { run } = state;
  if (!run) return [];
  return [
    ...run.orders.flatMap((order) => orderLevel(order, run)),
    ...run.positions.flatMap((position) => exitLevels(position, run)),
    ...marginLevels(state, run),
  ];
}

/** A buy waits at its limit for the price to fall, and at its stop for it to rise; a sell the other way round. */
function orderLevel(order: DemoOrder, run: DemoRun): DemoLevel[] {
  const isLimit = order.type === "limit" || order.isTriggered;
  const price = isLimit ? limitOf(order) : order.price;
  if (price === null) return [];
  const direction = (order.side === "buy") === isLimit ? "down" : "up";
  return [{ id: `order:${order.id}`, ...watched(order, order.side, run), direction, type: "price", price }];
}

function exitLevels(position: DemoPosition, run: DemoRun): DemoLevel[] {
  const { id, side, stop, target, trail, extreme } = position;
  const base = watched(position, closingSide(side), run);
  const loss = side === "buy" ? "down" : "up";
  const gain = side === "buy" ? "up" : "down";
  const levels: DemoLevel[] = [];
  if (stop !== null) levels.push({ id: `position:${id}:stop`, ...base, direction: loss, type: "price", price: stop });
  if (target !== null) {
    levels.push({ id: `position:${id}:target`, ...base, direction: gain, type: "price", price: target });
  }
  if (trail !== null && extreme !== null) {
    const trailing = { type: "trail", distance: trail, extreme: extreme.price } as const;
    levels.push({ id: `position:${id}:trail`, ...base, direction: loss, ...trailing });
  }
  return levels;
}

function watched({ symbol, armedSeq }: { symbol: TradedSymbol; armedSeq: number }, dealSide: DemoSide, run: DemoRun) {
  return { symbol: TRADED_SYMBOLS[symbol].pricedFrom, reference: referenceOf(dealSide, run.costs), armedSeq };
}

/** The price that a deal of a side is made at. */
export function referenceOf(dealSide: DemoSide, costs: DemoCosts): DemoLevel["reference"] {
  if (costs === "none") return "mid";
  return dealSide === "buy" ? "ask" : "bid";
}
