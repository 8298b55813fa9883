/**
 * The state just before a fill, from the events of a trader's log: with it, all figures of the fill can be computed
 * again.
 * Source: docs/demo-engine.md, "Fills"
 */

import { resultParts } from "./demo-margin.ts";
import { planProperty } from "./demo-plan.ts";
import type { DemoPosition } from "./demo-state.ts";
import type { DemoEvent, DemoExits, DemoFill, DemoOrder } from "./demo-types.ts";

/**
 * A position as it was before a part of it was closed: with its number and what closes it, but for positions that were
 * opened before both were recorded.
 */
export type ClosedPosition = Pick<
  DemoPosition,
  "symbol" | "side" | "units" | "entryPrice" | "openCostCents" | "closedParts"
> & { [Field in "id" | keyof DemoExits]?: DemoPosition[Field] | undefined };

/** The terms of an order when it filled. */
export type FilledOrder = Pick<
  DemoOrder,
  "id" | "symbol" | "side" | "type" | "units" | "price" | "limitPrice" | "plan" | keyof DemoExits
>;

/**
 * The facts that a fill's figures follow from, beside its quote. `position` is null for a fill that opens one, `order` for one that
 * closes. Fills from before they were recorded have no `run`, `lastFillId` and `order`.
 */
export type FillBasis = {
  leverage: number | null;
  balanceCents: number;
  position: ClosedPosition | null;
  run?: number | undefined;
  /** The number of the fill before; 0 before the first. */
  lastFillId?: number | undefined;
  order?: FilledOrder | null | undefined;
};

/** The facts of earlier events that later fills need. It can be stored as JSON; one from before they were recorded lacks the rest. */
export type FillMemory = {
  leverage: number | null;
  balanceCents: number;
  positions: Readonly<Record<number, ClosedPosition>>;
  run?: number | undefined;
  lastFillId?: number | undefined;
  orders?: Readonly<Record<number, FilledOrder>> | undefined;
};

/** The memory before the first event of a log. */
export const NO_FILL_MEMORY: FillMemory = {
  leverage: null,
  balanceCents: 0,
  positions: {},
  run: 0,
  lastFillId: 0,
  orders: {},
};

/** A fill with what it follows from. */
export type BasedFill = { fill: DemoFill; basis: FillBasis };

/**
 * Reads the next events of a log.
 * @param before the memory after the events before them
 * @returns their fills, each with what it follows from, and the memory for the events after them
 */
export function foldDemoFills(
  before: FillMemory,
  events: Iterable<DemoEvent>,
): { memory: FillMemory; fills: BasedFill[] } {
  let memory = before;
  const fills: BasedFill[] = [];
  for (const event of events) {
    if (event.type === "filled") fills.push({ fill: event.fill, basis: basisOf(memory, event.fill) });
    memory = remember(memory, event);
  }
  return { memory, fills };
}

function basisOf(memory: FillMemory, { kind, positionId }: DemoFill): FillBasis {
  const { leverage, balanceCents, positions, run, lastFillId, orders = {} } = memory;
  const order = kind === "open" ? orders[positionId] : null;
  return {
    leverage,
    balanceCents,
    position: kind === "open" ? null : positionOf(positions, positionId),
    ...(run === undefined ? {} : { run }),
    ...(lastFillId === undefined ? {} : { lastFillId }),
    ...(order === undefined ? {} : { order }),
  };
}

/** @throws Error for a position that the log has not opened */
function positionOf(positions: FillMemory["positions"], id: number): ClosedPosition {
  const position = positions[id];
  if (!position) throw new Error(`the log has no open position ${id}`);
  return position;
}

function remember(memory: FillMemory, event: DemoEvent): FillMemory {
  switch (event.type) {
    case "run_started":
      return {
        ...memory,
        leverage: event.leverage,
        balanceCents: event.startCents,
        positions: {},
        run: event.run,
        orders: {},
      };
    case "order_placed":
    case "order_amended":
      return { ...memory, orders: { ...memory.orders, [event.order.id]: termsOf(event.order) } };
    case "order_ended":
      return { ...memory, orders: without(memory.orders ?? {}, event.orderId) };
    case "position_amended":
      return afterAmendment(memory, event);
    case "filled":
      return afterFill(memory, event.fill);
    case "overnight_charged":
      return afterCharge(memory, event);
    case "balance_protected":
      return { ...memory, balanceCents: memory.balanceCents + event.cents };
    default:
      return memory;
  }
}

function afterFill(memory: FillMemory, fill: DemoFill): FillMemory {
  const { id: lastFillId, positionId: id, balanceCents } = fill;
  const { orders = {} } = memory;
  const position =
    fill.kind === "open" ? openedBy(fill, orders[id]) : restAfter(positionOf(memory.positions, id), fill);
  const others = without(memory.positions, id);
  const positions = position.units === 0 ? others : { ...others, [id]: position };
  return { ...memory, balanceCents, positions, lastFillId, orders: without(orders, id) };
}

function openedBy(fill: DemoFill, order: FilledOrder | undefined): ClosedPosition {
  const { positionId: id, symbol, side, units, price, commissionCents } = fill;
  const known = order && { id, stop: order.stop, target: order.target, trail: order.trail };
  return { ...known, symbol, side, units, entryPrice: price, openCostCents: commissionCents, closedParts: "0" };
}

type Amendment = Extract<DemoEvent, { type: "position_amended" }>;

function afterAmendment(memory: FillMemory, { positionId: id, stop, target, trail }: Amendment): FillMemory {
  const position = positionOf(memory.positions, id);
  return { ...memory, positions: { ...memory.positions, [id]: { ...position, id, stop, target, trail } } };
}

function termsOf({
  id,
  symbol,
  side,
  type,
  units,
  price,
  limitPrice,
  stop,
  target,
  trail,
  plan,
}: DemoOrder): FilledOrder {
  return { id, symbol, side, type, units, price, limitPrice, stop, target, trail, ...planProperty(plan) };
}

function without<Value>(record: Readonly<Record<number, Value>>, id: number): Record<number, Value> {
  const { [id]: _taken, ...others } = record;
  return others;
}

function restAfter(position: ClosedPosition, { units, price, attributedCostCents }: DemoFill): ClosedPosition {
  return {
    ...position,
    units: position.units - units,
    openCostCents: position.openCostCents - (attributedCostCents ?? 0),
    closedParts: String(BigInt(position.closedParts) + resultParts(position, units, price)),
  };
}

type Charge = Extract<DemoEvent, { type: "overnight_charged" }>;

function afterCharge(memory: FillMemory, { positionId: id, cents }: Charge): FillMemory {
  const position = positionOf(memory.positions, id);
  const charged = { ...position, openCostCents: position.openCostCents + cents };
  return { ...memory, balanceCents: memory.balanceCents - cents, positions: { ...memory.positions, [id]: charged } };
}
