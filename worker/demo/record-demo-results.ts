import type { Database, Statement } from "../../db/client.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { archiveRun, insertParts, insertRuns, mustBeOpen } from "./demo-result-store.ts";
import type { DemoResults } from "./demo-results.ts";

/**
 * Records what events of a trader's demo log resulted in, all in one write. A repeat changes nothing, so it is sent until it
 * succeeds. Results are recorded in the order of the log: a run before its parts, its final figures after them.
 *
 * @returns `account_closed` when nothing was written, because the account is closed or does not exist
 * @throws Error when a row is there with other values, a run has ended, or its parts do not add up to its figures: the log and
 * the database contradict each other
 */
export async function recordDemoResults(
  { query, write }: Pick<Database, "query" | "write">,
  userId: string,
  { started, parts, archived }: DemoResults,
): Promise<"recorded" | "account_closed"> {
  const statements: Statement[] = [
    ...insertRuns(query, userId, started),
    // Each run's parts are there before it is archived.
    ...insertParts(query, userId, parts),
    ...archived.flatMap((run) => archiveRun(query, userId, run)),
  ];
  if (statements.length === 0) return "recorded";
  try {
    await write([mustBeOpen(query, userId), ...statements]);
    return "recorded";
  } catch (error) {
    if (refusedBy(error, "account_closed")) return "account_closed";
    throw error;
  }
}
