import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AlertDifference, type AlertParts, AlertProgram } from "./test/alert-programs.ts";
import { testSqlStorage } from "./test/test-sql-storage.ts";

/**
 * Shows that the comparison of the trigger book's alerts with docs/alerts.md finds mistakes: each mutant is a copy of the book with one, and must
 * differ from the naive reading in some random program.
 *
 *     bun dev/alert-mutants.ts
 */

const WORKER = join(import.meta.dir, "../worker");
/** Far more than any mutant needs. */
const PROGRAMS_MAX = 300;

/** One mistake: in a file of the Worker, a text that stands there once is replaced. */
export type AlertMutant = { name: string; file: string; text: string; replacement: string };

export const ALERT_MUTANTS: readonly AlertMutant[] = [
  {
    name: "a level fires only beyond its price",
    file: "alerts/book/alert-level-store.ts",
    text: "if (at > price) continue;",
    replacement: "if (at >= price) continue;",
  },
  {
    name: "an alert tells on the way back",
    file: "alerts/book/alert-sides.ts",
    text: "is_waiting = 1 - is_waiting",
    replacement: "is_waiting = 0",
  },
  {
    name: "an alert goes back by half of its retreat",
    file: "alerts/book/alert-book.ts",
    text: "2 * repeat.retreat",
    replacement: "repeat.retreat",
  },
  {
    name: "held and stale quotes count",
    file: "demo/level-book.ts",
    text: "taken?.isFillable ? taken.quote",
    replacement: "taken ? taken.quote",
  },
  {
    name: "a line has its price at the time when the quote was heard",
    file: "alerts/book/alert-line-store.ts",
    text: "aboveLine(price, lineOf(row), quote.at)",
    replacement: "aboveLine(price, lineOf(row), quote.heardAt)",
  },
  {
    name: "a line's bound is where the line is now",
    file: "alerts/book/alert-line-store.ts",
    text: "1 + Math.max(roundedLine2(line, fromMs), roundedLine2(line, untilMs))",
    replacement: "1 + roundedLine2(line, fromMs)",
  },
  {
    name: "a line that is near no longer stays so after its bound is made",
    file: "alerts/book/alert-line-store.ts",
    text: "if (!lines.near.has(near.id)) this.#loadBounds(lines);",
    replacement: "",
  },
  {
    name: "a window reaches back a second less",
    file: "alerts/book/alert-move-store.ts",
    text: "firstFrom(moves.lowest, second - window) === at",
    replacement: "firstFrom(moves.lowest, second - window + 1) === at",
  },
  {
    name: "a new move counts what was before it",
    file: "alerts/book/alert-move-store.ts",
    text: "this.#sql.exec<Row>(update, second + 1, moves.side.code)",
    replacement: "this.#sql.exec<Row>(update, second - 30, moves.side.code)",
  },
  {
    name: "the oldest of equal prices begins a move",
    file: "contract/alerts/alert-watch.ts",
    text: "?? Number.NEGATIVE_INFINITY) >= item.price)",
    replacement: "?? Number.NEGATIVE_INFINITY) > item.price)",
  },
  {
    name: "a move's window is not cut after it has told",
    file: "contract/alerts/alert-watch.ts",
    text: "return second + windowMs / 1_000 + 1;",
    replacement: "return second;",
  },
  {
    name: "prices of windows are lost at a restart",
    file: "alerts/book/alert-move-store.ts",
    text: "for (const one of lowest.slice(stored)) {",
    replacement: "for (const one of lowest.slice(stored + 1)) {",
  },
  {
    name: "an alert expires a millisecond late",
    file: "alerts/book/alert-outbox-store.ts",
    text: "0 FROM alerts WHERE expires_at <= ?1",
    replacement: "0 FROM alerts WHERE expires_at < ?1",
  },
  {
    name: "the number of a quote that fires is not stored with it",
    file: "demo/level-book.ts",
    text: "isStored = this.alerts.take(quote, before) || isStored;",
    replacement: "this.alerts.take(quote, before);",
  },
  {
    name: "an alert with a new version keeps its old terms",
    file: "alerts/book/alert-book.ts",
    text: "this.#remove(known.filter(({ id, version }) => versions.get(id) !== version)",
    replacement: "this.#remove(known.filter(({ id }) => !versions.has(id))",
  },
  {
    name: "what has fired and is not recorded is armed again",
    file: "alerts/book/alert-book.ts",
    text: " && !pending.has(",
    replacement: " && !new Set().has(",
  },
  {
    name: "an alert whose record the database knows begins anew after a loss",
    file: "alerts/book/armed-watches.ts",
    text: "if (armedSeq === null || alert.armedVersion !== alert.version) continue;",
    replacement: "if (armedSeq === null || alert.armedVersion === alert.version) continue;",
  },
];

/** The first program in which a mutant differs from the naive reading; null when it is not found out. */
export async function programThatCatchesAlerts({ file, text, replacement }: AlertMutant): Promise<number | null> {
  const dir = mkdtempSync(join(tmpdir(), "tonle-mutant-"));
  try {
    for (const folder of ["contract", "alerts", "demo", "platform"]) {
      cpSync(join(WORKER, folder), join(dir, folder), { recursive: true });
    }
    const path = join(dir, file);
    const parts = readFileSync(path, "utf8").split(text);
    if (parts.length !== 2) throw new Error(`${file} has this text ${parts.length - 1} times instead of once: ${text}`);
    writeFileSync(path, parts.join(replacement));
    const { LevelBook }: Pick<AlertParts, "LevelBook"> = await import(join(dir, "demo/level-book.ts"));
    const { ArmedWatches }: Pick<AlertParts, "ArmedWatches"> = await import(join(dir, "alerts/book/armed-watches.ts"));
    for (let seed = 0; seed < PROGRAMS_MAX; seed++) {
      if (isFoundOut(new AlertProgram(seed, { LevelBook, ArmedWatches, newSql: testSqlStorage }))) return seed;
    }
    return null;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Whether a program ends in a difference, or in the storage refusing what was written. */
function isFoundOut(program: AlertProgram): boolean {
  try {
    program.run();
    return false;
  } catch (error) {
    if (error instanceof AlertDifference || (error instanceof Error && error.name === "SQLiteError")) return true;
    throw error;
  }
}

if (import.meta.main) {
  let caught = 0;
  for (const mutant of ALERT_MUTANTS) {
    const seed = await programThatCatchesAlerts(mutant);
    if (seed !== null) caught += 1;
    console.info(`${seed === null ? "NOT CAUGHT" : `caught by program ${seed}`}: ${mutant.name}`);
  }
  console.info(`${caught} of ${ALERT_MUTANTS.length} caught`);
  process.exit(caught === ALERT_MUTANTS.length ? 0 : 1);
}
