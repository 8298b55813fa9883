import type { DemoPosition, DemoRun, DemoState } from "./demo-state.ts";
import type { DemoEvent } from "./demo-types.ts";

/** The work on one input: the state as it is so far, and what has happened so far. */
export type DemoWork = {
  state: DemoState;
  /** The time of the input. */
  readonly at: number;
  /** The number of the tape's newest record at that moment. */
  readonly tapeSeq: number;
  readonly events: DemoEvent[];
};

/**
 * The current run, for steps that are reached only when there is one.
 * @throws Error without a run
 */
export function runOf({ state: { run } }: Pick<DemoWork, "state">): DemoRun {
  if (!run) throw new Error("there is no run");
  return run;
}

/** Changes properties of the current run. */
export function changeRun(work: DemoWork, change: Partial<DemoRun>): void {
  work.state = { ...work.state, run: { ...runOf(work), ...change } };
}

/** Replaces a position by its changed form. */
export function changePosition(work: DemoWork, changed: DemoPosition): void {
  const positions = runOf(work).positions.map((position) => (position.id === changed.id ? changed : position));
  changeRun(work, { positions });
}

/** Takes an order out of the resting ones; one that does not rest changes nothing. */
export function removeOrder(work: DemoWork, orderId: number): void {
  changeRun(work, { orders: runOf(work).orders.filter(({ id }) => id !== orderId) });
}
