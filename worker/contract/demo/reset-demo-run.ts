import { endAllOrders } from "./cancel-demo-orders.ts";
import { closeAllFillable } from "./close-demo-positions.ts";
import { isWithin, LEVERAGE, START_CENTS } from "./demo-bounds.ts";
import { COSTS_VERSION } from "./demo-costs.ts";
import { newRun } from "./demo-state.ts";
import type { DemoCommand, DemoRefusal, DemoRunSettings } from "./demo-types.ts";
import { changeRun, type DemoWork, runOf } from "./demo-work.ts";
import { protectBalance } from "./protect-demo-balance.ts";

/**
 * Ends the current run with its final figures and starts the next.
 * Source: docs/demo-engine.md, "Reset"
 */
export function resetRun(work: DemoWork, command: Extract<DemoCommand, { type: "reset" }>): DemoRefusal | null {
  const { run } = work.state;
  if (command.run !== (run?.number ?? 0)) return { code: "run_changed", field: "run" };
  const { startCents, costs, leverage } = command;
  if (!isWithin(startCents, START_CENTS)) return { code: "out_of_range", field: "startCents" };
  if (leverage !== null && !isWithin(leverage, LEVERAGE)) return { code: "out_of_range", field: "leverage" };
  if (run) archiveRun(work);
  startRun(work, { startCents, costs, leverage });
  return null;
}

function archiveRun(work: DemoWork): void {
  endAllOrders(work, "reset");
  closeAllFillable(work, "reset");
  voidPositions(work);
  protectBalance(work);
  const run = runOf(work);
  work.events.push({
    type: "run_archived",
    at: work.at,
    run: run.number,
    startCents: run.startCents,
    balanceCents: run.balanceCents,
    profitCents: run.profitCents,
    commissionCents: run.commissionCents,
    overnightCents: run.overnightCents,
    protectionCents: run.protectionCents,
    opened: run.opened,
    closed: run.closed,
    voided: run.voided,
  });
}

/** Ends positions without a result: those whose market has no price now. */
function voidPositions(work: DemoWork): void {
  const { positions, voided } = runOf(work);
  for (const { id } of positions) work.events.push({ type: "position_voided", at: work.at, positionId: id });
  changeRun(work, { positions: [], voided: voided + positions.length });
}

function startRun(work: DemoWork, settings: DemoRunSettings): void {
  const number = (work.state.run?.number ?? 0) + 1;
  const costsVersion = settings.costs === "none" ? null : COSTS_VERSION;
  work.state = { ...work.state, run: newRun({ ...settings, number, costsVersion }) };
  work.events.push({ type: "run_started", at: work.at, run: number, costsVersion, ...settings });
}
