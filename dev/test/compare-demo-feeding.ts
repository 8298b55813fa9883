import type { DemoInput } from "../../worker/contract/demo/demo-types.ts";
import { DemoDifference, demoEngine } from "./compare-demo-engines.ts";
import { type DemoOutcome, type DemoStep, outcomeText, runDemoProgram } from "./demo-programs.ts";
import { LevelFedDemo } from "./level-fed-demo.ts";

/** An engine that is given the quotes which reach its levels. */
type LevelFed = Pick<LevelFedDemo, "quote" | "timer" | "command" | "commandInput" | "fed">;

type Given = {
  levelFed?: LevelFed;
  /** The distance of the numbers of two quotes that follow each other. */
  recordsPerQuote?: number;
  /** Runs the program of a seed. */
  program?: (seed: number, step: DemoStep) => void;
  /** Is told what both said. */
  onOutcome?: (outcome: DemoOutcome) => void;
};

/**
 * Runs a random program on an engine that is given every quote, in order, and on one that is given those which reach its
 * levels. They must say the same after each input.
 * @throws DemoDifference at the first input about which they differ
 */
export function compareFeeding(
  seed: number,
  { levelFed = new LevelFedDemo(), recordsPerQuote = 1, program = runDemoProgram, onOutcome }: Given = {},
): { quotes: number; fed: number } {
  const full = demoEngine();
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
    onOutcome?.(expected);
    if (outcomeText(found) === outcomeText(expected)) return expected;
    throw new DemoDifference(
      `program ${seed}, ${JSON.stringify(input)}\nevery quote:\n${outcomeText(expected)}by levels:\n${outcomeText(found)}`,
    );
  }

  program(seed, (input) => {
    if (input.type !== "quote") return both(input);
    const quote = { ...input.quote, seq: input.quote.seq * recordsPerQuote };
    // A tape has its quotes in order: one that comes late is left out.
    return quote.seq < seq ? { events: [], refusal: null } : both({ ...input, quote });
  });
  return { quotes, fed: levelFed.fed };
}
