import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { stepDemo } from "../worker/contract/demo/step-demo.ts";
import { compareDemoEngines, DemoDifference, demoEngine } from "./test/compare-demo-engines.ts";

/**
 * Shows that the comparison of the two demo engines finds mistakes: each mutant is a copy of the engine with one, and must
 * differ from the naive engine in some random program.
 *
 *     bun dev/demo-mutants.ts
 */

const CONTRACT = join(import.meta.dir, "../worker/contract");

/** One mistake: in a file of the engine, a text that stands there once is replaced. */
export type Mutant = { name: string; file: string; text: string; replacement: string };

export const MUTANTS: readonly Mutant[] = [
  {
    name: "an order fills at the wrong side of the quote",
    file: "demo-quotes.ts",
    text: `return side === "buy" ? quote.ask : quote.bid;`,
    replacement: `return side === "buy" ? quote.bid : quote.ask;`,
  },
  {
    name: "a stale quote fills",
    file: "demo-quotes.ts",
    text: "!quote.isHeld && at - quote.at <= QUOTE_AGE_MAX_MS &&",
    replacement: "!quote.isHeld &&",
  },
  {
    name: "a limit fills at a step worse than its price",
    file: "demo-orders.ts",
    text: "SIGN[order.side] * at <= SIGN[order.side] * limit;",
    replacement: "SIGN[order.side] * at <= SIGN[order.side] * limit + 1;",
  },
  {
    name: "both exits of a position act",
    file: "close-demo-position.ts",
    text: "const positions = positionsAfterClosing(",
    replacement: `const positions = rule === "take_profit" && units === position.units
    ? run.positions.map((one) => (one.id === position.id ? { ...one, target: null } : one))
    : positionsAfterClosing(`,
  },
  {
    name: "closing a part leaves as much as was to be closed",
    file: "close-demo-position.ts",
    text: "const units = closed.units - part.units;",
    replacement: "const units = part.units < closed.units ? part.units : 0;",
  },
  {
    name: "a stop-out closes the position with the highest result",
    file: "demo-stop-out.ts",
    text: "a.floating - b.floating",
    replacement: "b.floating - a.floating",
  },
  {
    name: "a quote fills while sources disagree",
    file: "demo-quotes.ts",
    text: "return !quote.isHeld && ",
    replacement: "return ",
  },
  {
    name: "a quote fills in a closed session",
    file: "demo-quotes.ts",
    text: ` && sessionOf(quote.symbol, at) !== "closed"`,
    replacement: "",
  },
  {
    name: "a trailing stop follows the opening price",
    file: "demo-exits.ts",
    text: "const price = closingPrice(quote, side, costs);",
    replacement: `const price = closingPrice(quote, side === "buy" ? "sell" : "buy", costs);`,
  },
  {
    name: "closing costs no commission",
    file: "close-demo-position.ts",
    text: "run.balanceCents + profitCents - commissionCents;",
    replacement: "run.balanceCents + profitCents;",
  },
  {
    name: "closing a part frees no margin",
    file: "close-demo-position.ts",
    text: "marginCents: marginCentsOf({ symbol: closed.symbol, units, price: closed.entryPrice }, leverage),",
    replacement: "marginCents: closed.marginCents,",
  },
  {
    name: "an order fills at a quote from before it was placed",
    file: "trigger-demo-orders.ts",
    text: "order.armedSeq < quote.seq",
    replacement: "order.armedSeq <= quote.seq",
  },
];

/** Far more than any mutant needs. */
const PROGRAMS_MAX = 500;

/** A copy of the contract with the mistake, in a folder of its own. */
function copyWith({ file, text, replacement }: Mutant): string {
  const dir = mkdtempSync(join(tmpdir(), "tonle-mutant-"));
  cpSync(CONTRACT, dir, { recursive: true });
  const path = join(dir, "demo", file);
  const parts = readFileSync(path, "utf8").split(text);
  if (parts.length !== 2) throw new Error(`${file} has this text ${parts.length - 1} times instead of once: ${text}`);
  writeFileSync(path, parts.join(replacement));
  return dir;
}

/** The first program in which a mutant differs from the naive engine; null when it is not found out. */
export async function programThatCatches(mutant: Mutant): Promise<number | null> {
  const dir = copyWith(mutant);
  try {
    const engine: { stepDemo: typeof stepDemo } = await import(join(dir, "demo/step-demo.ts"));
    for (let seed = 0; seed < PROGRAMS_MAX; seed++) {
      if (isDifferent(seed, engine)) return seed;
    }
    return null;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function isDifferent(seed: number, engine: { stepDemo: typeof stepDemo }): boolean {
  try {
    compareDemoEngines(seed, { engine: demoEngine(engine.stepDemo) });
    return false;
  } catch (error) {
    if (error instanceof DemoDifference) return true;
    throw error;
  }
}

if (import.meta.main) {
  let caught = 0;
  for (const mutant of MUTANTS) {
    const seed = await programThatCatches(mutant);
    if (seed !== null) caught += 1;
    console.info(`${seed === null ? "NOT CAUGHT" : `caught by program ${seed}`}: ${mutant.name}`);
  }
  console.info(`${caught} of ${MUTANTS.length} caught`);
  process.exit(caught === MUTANTS.length ? 0 : 1);
}
