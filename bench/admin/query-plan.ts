import Engine from "libsql";
import type { SentStatement } from "./recording-proxy.ts";

export type Plan = {
  steps: readonly string[];
  /** Tables that are read from end to end. */
  scans: readonly string[];
  /** An index is walked until the page is full: right where nothing is filtered, and the times tell it. */
  walks: readonly string[];
  /** All of a partial index is read: the few rows that it is there for. */
  fewRows: readonly string[];
};

// The columns of EXPLAIN QUERY PLAN are SQLite's own.
type Step = { id: number; parent: number; detail: string };

/** Has the database say how it would run statements, without running them. */
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

/** Of these there is a row for each service, job or stop, so there is nothing to look up. */
const SMALL_TABLES = new Set(["pauses", "providers", "job_runs", "ledger_checks"]);
const SORT = "USE TEMP B-TREE FOR ORDER BY";

function planOf(sql: string, steps: readonly Step[], partial: ReadonlySet<string>): Plan {
  const plan = { steps: steps.map(({ detail }) => detail), scans: [], walks: [], fewRows: [] };
  const found: Record<"scans" | "walks" | "fewRows", string[]> = plan;
  for (const { parent, detail } of steps) {
    const [, table = "", index = ""] = /^SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?/.exec(detail) ?? [];
    if (table === "" || table === "CONSTANT" || table.startsWith("(") || SMALL_TABLES.has(table)) continue;
    const isSorted = steps.some((other) => other.parent === parent && other.detail === SORT);
    if (index !== "" && /\blimit\b/i.test(sql) && !isSorted) found.walks.push(index);
    else if (partial.has(index)) found.fewRows.push(index);
    else found.scans.push(detail);
  }
  return plan;
}
