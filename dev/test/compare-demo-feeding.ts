import type { DemoInput } from "../../worker/contract/demo/demo-types.ts";
import { demoEngine } from "./compare-demo-engines.ts";
import { type DemoOutcome, outcomeText, runDemoProgram } from "./demo-programs.ts";
import { LevelFedDemo } from "./level-fed-demo.ts";

/**
 * Runs a random program on an engine that is given every quote, in order, and on one that is given those which reach its
 * levels. They must say the same after each input.
 */
export function compareFeeding(seed: number): { quotes: number; fed: number } {
  const full = demoEngine();
  const levelFed = new LevelFedDemo();
  let quotes = 0;
  let seq = 0;
  let heardAt = 0;

  function both(input: DemoInput): DemoOutcome {
    if (input.type === "quote") {
      quotes += 1;
      ({ seq, heardAt } = input.quote);
      return compare(full({ ...input, context: [] }), levelFed.quote(input.quote), input);
    }
    if (input.type === "timer") return compare(full(input), levelFed.timer(input.at), input);
    const at = Math.max(input.at, heardAt);
    const complete = levelFed.commandInput(at, input.command);
    return compare(full(complete), levelFed.command(at, input.command), complete);
  }

  function compare(expected: DemoOutcome, found: DemoOutcome, input: DemoInput): DemoOutcome {
    if (outcomeText(found) === outcomeText(expected)) return expected;
    throw new Error(
      `program ${seed}, ${JSON.stringify(input)}\nevery quote:\n${outcomeText(expected)}by levels:\n${outcomeText(found)}`,
    );
  }

  runDemoProgram(seed, (input) => {
    // A tape has its quotes in order: one that comes late is left out.
    if (input.type === "quote" && input.quote.seq < seq) return { events: [], refusal: null };
    return both(input);
  });
  return { quotes, fed: levelFed.fed };
}
