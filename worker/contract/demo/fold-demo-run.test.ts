import { expect, setDefaultTimeout, test } from "bun:test";
import { runDemoProgram } from "../../../dev/test/demo-programs.ts";
import { fc } from "../../../web/test/property.ts";
import { type DemoRun, initialDemoState } from "./demo-state.ts";
import { trailsOf } from "./demo-trails.ts";
import { foldDemoRun } from "./fold-demo-run.ts";
import { stepDemo } from "./step-demo.ts";

setDefaultTimeout(600_000);

/** A run without what no message says. */
function told(run: DemoRun | null) {
  if (!run) return null;
  const { isInMarginCall: _, positions, ...others } = run;
  return {
    ...others,
    positions: positions.map(({ armedSeq: _armed, extreme, ...position }) => {
      return { ...position, extreme: extreme?.price };
    }),
  };
}

test("a page that follows the messages of an account has the run that the engine has", () => {
  const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });
  let events = 0;
  fc.assert(
    fc.property(seed, (seed) => {
      let state = initialDemoState();
      let followed: DemoRun | null = null;
      runDemoProgram(seed, (input) => {
        const { state: next, ...outcome } = stepDemo(state, input);
        state = next;
        followed = foldDemoRun(followed, outcome.events, trailsOf(state).trails);
        events += outcome.events.length;
        expect(told(followed)).toEqual(told(state.run));
        return outcome;
      });
    }),
    { numRuns: 30, endOnFailure: true },
  );
  expect(events).toBeGreaterThan(1_000);
});
