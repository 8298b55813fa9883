/**
 * Commands that close positions.
 * Source: docs/demo-engine.md, "Positions"
 */

import { closePosition } from "./close-demo-position.ts";
import { isWithin } from "./demo-bounds.ts";
import { fillableQuote, quoteRefusal } from "./demo-quotes.ts";
import type { DemoCommand, DemoRefusal, DemoRule } from "./demo-types.ts";
import { type DemoWork, runOf } from "./demo-work.ts";

/** Closes one position, whole or in part. */
export function closeOne(work: DemoWork, command: Extract<DemoCommand, { type: "close" }>): DemoRefusal | null {
  const { run } = work.state;
  if (!run) return { code: "no_run", field: null };
  const position = run.positions.find(({ id }) => id === command.positionId);
  if (!position) return { code: "not_found", field: "positionId" };
  if (command.version !== position.version) return { code: "version_changed", field: "version" };
  const units = command.units ?? position.units;
  if (!isWithin(units, { min: 1, max: position.units })) return { code: "out_of_range", field: "units" };
  const quote = fillableQuote(work.state, position.symbol);
  if (!quote) return quoteRefusal(work.state, position.symbol);
  closePosition(work, position, { units, quote, rule: "close", asked: null });
  return null;
}

/** Closes every position that can be closed. */
export function closeAll(work: DemoWork, command: Extract<DemoCommand, { type: "close_all" }>): DemoRefusal | null {
  const { run } = work.state;
  if (!run) return { code: "no_run", field: null };
  if (command.run !== run.number) return { code: "run_changed", field: "run" };
  const [first] = run.positions;
  if (!first) return { code: "nothing_to_do", field: null };
  const canClose = run.positions.some(({ symbol }) => fillableQuote(work.state, symbol));
  if (!canClose) return quoteRefusal(work.state, first.symbol);
  closeAllFillable(work, "close");
  return null;
}

/** Closes, by number, the positions whose symbol's newest quote is fillable at the clock. */
export function closeAllFillable(work: DemoWork, rule: DemoRule): void {
  for (const position of runOf(work).positions) {
    const quote = fillableQuote(work.state, position.symbol);
    if (quote) closePosition(work, position, { units: position.units, quote, rule, asked: null });
  }
}
