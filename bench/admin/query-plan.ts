import Engine from "libsql";
import type { SentStatement } from "./recording-proxy.ts";

/** How the database would run a statement. */
export type Plan = {
  steps: readonly string[];
  /** Tables that are scanned completely. */
  scans: readonly string[];
  /**
   * Indexes that are scanned in order until the page is full: right without a filter, otherwise the duration shows it.
   */
  walks: readonly string[];
  /** Partial indexes that are scanned completely: they contain only a few rows. */
  fewRows: readonly string[];
};

// The columns of EXPLAIN QUERY PLAN are SQLite's own.
type Step = { id: number; parent: number; detail: string };

/** The query plans of statements, which are not run. */
export function explain(file: string, statements: readonly SentStatement[]): Plan[] {
  const engine = new Engine(file);
  try {
    const partial = engine
      .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'")
      .pluck()
      .all() as string[];
    return statements.map(({ sql, values }) => {
      const steps = engine.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as Step[];
      return planOf(sql, steps, new Set(partial));
    });
  } finally {
    engine.close();
  }
}

/**
 * Tables with one row per service, bank account, statement of one, job, pause, restore or fault of the tape: a scan of
 * them costs nothing.
 */
const SMALL_TABLES = new Set([
  "pauses",
  "restores",
  "providers",
  "job_runs",
  "ledger_checks",
  "tape_marks",
  "tape_faults",
  "bank_accounts",
  "bank_statements",
  "payout_unsettled",
]);
const SORT = "USE TEMP B-TREE FOR ORDER BY";

function planOf(sql: string, steps: readonly Step[], partial: ReadonlySet<string>): Plan {
  const plan = { steps: steps.map(({ detail }) => detail), scans: [], walks: [], fewRows: [] };
  const found: Record<"scans" | "walks" | "fewRows", string[]> = plan;
  for (const { parent, detail } of steps) {
    // The rows of a JSON text, under whichever name.
    if (detail.includes(" VIRTUAL TABLE ")) continue;
    const [, table = "", index = ""] = /^SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?/.exec(detail) ?? [];
    if (table === "" || table === "CONSTANT" || table.startsWith("(") || SMALL_TABLES.has(table)) continue;
    // The rows of a subquery of the statement were found by its own steps, which are once in the plan wherever it is read.
    const isSubquery = steps.some(({ detail: other }) =>
      [`CO-ROUTINE ${table}`, `MATERIALIZE ${table}`].includes(other),
    );
    if (isSubquery) continue;
    const isSorted = steps.some((other) => other.parent === parent && other.detail === SORT);
    if (index !== "" && /\blimit\b/i.test(sql) && !isSorted) found.walks.push(index);
    else if (partial.has(index)) found.fewRows.push(index);
    else found.scans.push(detail);
  }
  return plan;
}
