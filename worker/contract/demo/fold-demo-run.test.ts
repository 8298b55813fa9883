import { expect, setDefaultTimeout, test } from "bun:test";
import { runDemoProgram } from "../../../dev/test/demo-programs.ts";
import { fc } from "../../../web/test/property.ts";
import { type DemoRun, initialDemoState } from "./demo-state.ts";
import { foldDemoRun } from "./fold-demo-run.ts";
import { stepDemo } from "./step-demo.ts";

setDefaultTimeout(600_000);

/** A run without what no event says. */
function toldByEvents(run: DemoRun | null) {
  if (!run) return null;
  const { isInMarginCall: _, positions, ...others } = run;
  return { ...others, positions: positions.map(({ armedSeq: _armed, extreme: _extreme, ...position }) => position) };
}

test("a page that follows the events of an account has the run that the engine has", () => {
  const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });
  let events = 0;
  fc.assert(
    fc.property(seed, (seed) => {
      let state = initialDemoState();
      let followed: DemoRun | null = null;
      runDemoProgram(seed, (input) => {
        const { state: next, ...outcome } = stepDemo(state, input);
        state = next;
        followed = foldDemoRun(followed, outcome.events);
        events += outcome.events.length;
        expect(toldByEvents(followed)).toEqual(toldByEvents(state.run));
        return outcome;
      });
    }),
    { numRuns: 30, endOnFailure: true },
  );
  expect(events).toBeGreaterThan(1_000);
});
