/**
 * What was true just before a fill, from the events of a trader's log: with it, all figures of the fill can be computed
 * again.
 * Source: docs/demo-engine.md, "Fills"
 */

import { resultParts } from "./demo-margin.ts";
import type { DemoPosition } from "./demo-state.ts";
import type { DemoEvent, DemoFill } from "./demo-types.ts";

/** A position as it was before a part of it was closed. */
export type ClosedPosition = Pick<
  DemoPosition,
  "symbol" | "side" | "units" | "entryPrice" | "openCostCents" | "closedParts"
>;

/** What a fill's figures follow from, beside its quote. `position` is null for a fill that opens one. */
export type FillBasis = { leverage: number | null; balanceCents: number; position: ClosedPosition | null };

/** What later fills need of earlier events. It can be stored as JSON. */
export type FillMemory = {
  leverage: number | null;
  balanceCents: number;
  positions: Readonly<Record<number, ClosedPosition>>;
};

/** The memory before the first event of a log. */
export const NO_FILL_MEMORY: FillMemory = { leverage: null, balanceCents: 0, positions: {} };

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

function basisOf({ leverage, balanceCents, positions }: FillMemory, { kind, positionId }: DemoFill): FillBasis {
  return { leverage, balanceCents, position: kind === "open" ? null : positionOf(positions, positionId) };
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
      return { leverage: event.leverage, balanceCents: event.startCents, positions: {} };
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
  const { positionId: id, balanceCents } = fill;
  const { [id]: _before, ...others } = memory.positions;
  const position = fill.kind === "open" ? openedBy(fill) : restAfter(positionOf(memory.positions, id), fill);
  const positions = position.units === 0 ? others : { ...others, [id]: position };
  return { ...memory, balanceCents, positions };
}

function openedBy({ symbol, side, units, price, commissionCents }: DemoFill): ClosedPosition {
  return { symbol, side, units, entryPrice: price, openCostCents: commissionCents, closedParts: "0" };
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
