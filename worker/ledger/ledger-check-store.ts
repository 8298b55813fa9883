import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { ledgerChecks } from "../../db/schema/index.ts";

/** The SQL about the results of the automatic ledger checks. */

/** The job of an automatic ledger check. */
export type LedgerCheckJob = (typeof ledgerChecks.$inferSelect)["job"];

/** How many fault texts are stored and how long each may be; the number of faults is stored exactly. */
const FAULTS_KEPT_MAX = 50;
const FAULT_CHARACTERS_MAX = 300;

/** The statement that records the result of a finished check in place of the previous one. */
export function recordCheck(query: Query, job: LedgerCheckJob, faults: readonly string[], nowMs: number) {
  const kept = faults.slice(0, FAULTS_KEPT_MAX).map((fault) => fault.slice(0, FAULT_CHARACTERS_MAX));
  const found = { checkedAtMs: nowMs, faultCount: faults.length, faults: JSON.stringify(kept) };
  return query
    .insert(ledgerChecks)
    .values({ job, ...found })
    .onConflictDoUpdate({ target: ledgerChecks.job, set: found });
}

/**
 * The statement that reads the last result of each check; no row for one that never finished. @param callerId NULL
 * reads nothing
 */
export function selectChecks(query: Query, callerId: SQL) {
  return query.select().from(ledgerChecks).where(sql`${callerId} IS NOT NULL`);
}
