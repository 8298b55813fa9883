import { exitOutOfRange, wrongSideOf } from "./demo-orders.ts";
import { closingPrice, fillableQuote, quoteRefusal } from "./demo-quotes.ts";
import type { DemoExtreme, DemoPosition, DemoRun, DemoState } from "./demo-state.ts";
import type { DemoCommand, DemoExits, DemoRefusal } from "./demo-types.ts";
import { changePosition, type DemoWork } from "./demo-work.ts";

/**
 * Sets what closes a position: stop, target and trailing stop, all anew.
 * Source: docs/demo-engine.md, "Positions"
 */
export function amendPosition(
  work: DemoWork,
  seq: number,
  command: Extract<DemoCommand, { type: "amend_position" }>,
): DemoRefusal | null {
  const { run } = work.state;
  if (!run) return { code: "no_run", field: null };
  const position = run.positions.find(({ id }) => id === command.positionId);
  if (!position) return { code: "not_found", field: "positionId" };
  if (command.version !== position.version) return { code: "version_changed", field: "version" };
  const { stop, target, trail } = command;
  const exits = { stop, target, trail };
  const refusal = exitsRefusal(work.state, run, position, exits);
  if (refusal) return refusal;

  const extreme = extremeAfter(work.state, run, position, trail);
  const version = position.version + 1;
  changePosition(work, { ...position, ...exits, extreme, version, armedSeq: seq });
  work.events.push({ type: "position_amended", at: work.at, positionId: position.id, version, ...exits });
  return null;
}

function exitsRefusal(state: DemoState, run: DemoRun, position: DemoPosition, exits: DemoExits): DemoRefusal | null {
  const wrongField = exitOutOfRange(exits);
  if (wrongField) return { code: "out_of_range", field: wrongField };
  const newQuote = isNewTrail(position, exits.trail) ? quoteRefusal(state, position.symbol) : null;
  if (newQuote) return newQuote;

  const quote = fillableQuote(state, position.symbol);
  // Without a price, a stop and a target are compared with each other alone.
  if (!quote) return wrongSideOf({ stop: exits.stop, target: null }, position.side, exits.target);
  return wrongSideOf(exits, position.side, closingPrice(quote, position.side, run.costs));
}

function isNewTrail(position: DemoPosition, trail: number | null): boolean {
  return trail !== null && trail !== position.trail;
}

/** A new trailing stop begins at the newest quote; one whose distance stays keeps its extreme. */
function extremeAfter(
  state: DemoState,
  run: DemoRun,
  position: DemoPosition,
  trail: number | null,
): DemoExtreme | null {
  if (trail === null) return null;
  if (!isNewTrail(position, trail)) return position.extreme;
  const quote = fillableQuote(state, position.symbol);
  if (!quote) throw new Error("a new trailing stop without a price is refused before");
  return { price: closingPrice(quote, position.side, run.costs), seq: quote.seq };
}
