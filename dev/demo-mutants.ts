import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { demoLevels } from "../worker/contract/demo/demo-levels.ts";
import type { stepDemo } from "../worker/contract/demo/step-demo.ts";
import { compareDemoEngines, DemoDifference, demoEngine } from "./test/compare-demo-engines.ts";
import { compareFeeding } from "./test/compare-demo-feeding.ts";
import { runDemoProgram } from "./test/demo-programs.ts";
import { LevelFedDemo } from "./test/level-fed-demo.ts";
import { runSpreadProgram } from "./test/spread-programs.ts";

/**
 * Shows that the comparisons of the demo engine find mistakes: each mutant is a copy of the engine with one, and must
 * differ from the naive engine in some random program; a mutant of the levels must, fed by them, differ from the engine
 * that is given every quote.
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

/** Mistakes in the levels that decide which quotes the engine is given. */
export const LEVEL_MUTANTS: readonly Mutant[] = [
  {
    name: "a margin level watches the middle where costs are typical",
    file: "demo-margin-levels.ts",
    text: `const moves = costs === "none" ?`,
    replacement: `const moves = costs === "none" || costs === "typical" ?`,
  },
  {
    name: "the margin of buys is watched at the middle where costs are typical",
    file: "demo-margin-levels.ts",
    text: `{ reference: "bid", direction: "down", price: quote.bid,`,
    replacement: `{ reference: "mid", direction: "down", price: midSteps(quote),`,
  },
  {
    name: "the margin of sells is watched at the middle where costs are typical",
    file: "demo-margin-levels.ts",
    text: `{ reference: "ask", direction: "up", price: quote.ask,`,
    replacement: `{ reference: "mid", direction: "up", price: midSteps(quote),`,
  },
  {
    name: "the margin call is not watched for, but the stop-out",
    file: "demo-margin-levels.ts",
    text: "return willCall ? usedMarginCents(run) : stopOutCents(run);",
    replacement: "return willCall ? stopOutCents(run) : stopOutCents(run);",
  },
  {
    name: "each price may take the whole slack of the margin",
    file: "demo-margin-levels.ts",
    text: "BigInt(exposure.price)) / total",
    replacement: "BigInt(exposure.price)) / (exposure.perStep * BigInt(exposure.price))",
  },
  {
    name: "an order is watched at the other side of the quote",
    file: "demo-levels.ts",
    text: "...watched(order, order.side, run), direction",
    replacement: "...watched(order, closingSide(order.side), run), direction",
  },
  {
    name: "exits are watched at the side that opens the position",
    file: "demo-levels.ts",
    text: "const base = watched(position, closingSide(side), run);",
    replacement: "const base = watched(position, side, run);",
  },
  {
    name: "a trailing stop is not watched",
    file: "demo-levels.ts",
    text: "if (trail !== null && extreme !== null) {",
    replacement: "if (trail !== null && extreme !== null && stop !== null) {",
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
export function programThatCatches(mutant: Mutant): Promise<number | null> {
  return firstDifference(mutant, async (dir) => {
    const engine: { stepDemo: typeof stepDemo } = await import(join(dir, "demo/step-demo.ts"));
    return (seed) => compareDemoEngines(seed, { engine: demoEngine(engine.stepDemo) });
  });
}

/** The first program in which an engine that is fed by a mutant's levels misses something; null when it is not found out. */
export function programThatCatchesLevels(mutant: Mutant): Promise<number | null> {
  return firstDifference(mutant, async (dir) => {
    const levels: { demoLevels: typeof demoLevels } = await import(join(dir, "demo/demo-levels.ts"));
    return (seed) => {
      for (const program of [runSpreadProgram, runDemoProgram]) {
        compareFeeding(seed, { levelFed: new LevelFedDemo(levels.demoLevels), program });
      }
    };
  });
}

/** The first seed with which a comparison of a mutant throws a DemoDifference. */
async function firstDifference(
  mutant: Mutant,
  load: (dir: string) => Promise<(seed: number) => void>,
): Promise<number | null> {
  const dir = copyWith(mutant);
  try {
    const compare = await load(dir);
    for (let seed = 0; seed < PROGRAMS_MAX; seed++) {
      if (isDifferent(() => compare(seed))) return seed;
    }
    return null;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function isDifferent(compare: () => void): boolean {
  try {
    compare();
    return false;
  } catch (error) {
    if (error instanceof DemoDifference) return true;
    throw error;
  }
}

if (import.meta.main) {
  const found = [
    ...MUTANTS.map((mutant) => ({ mutant, find: programThatCatches })),
    ...LEVEL_MUTANTS.map((mutant) => ({ mutant, find: programThatCatchesLevels })),
  ];
  let caught = 0;
  for (const { mutant, find } of found) {
    const seed = await find(mutant);
    if (seed !== null) caught += 1;
    console.info(`${seed === null ? "NOT CAUGHT" : `caught by program ${seed}`}: ${mutant.name}`);
  }
  console.info(`${caught} of ${found.length} caught`);
  process.exit(caught === found.length ? 0 : 1);
}
