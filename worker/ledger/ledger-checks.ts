import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { ledgerChecks } from "../../db/schema/index.ts";

/** The SQL about what the automatic checks of the ledger found. */

export type LedgerCheckJob = (typeof ledgerChecks.$inferSelect)["job"];

/** So many faults are kept in words, each so long; their number is kept whole. */
const FAULTS_KEPT_MAX = 50;
const FAULT_CHARACTERS_MAX = 300;

/** The statement that records what a check found when it finished, in place of what the one before found. */
export function recordCheck(query: Query, job: LedgerCheckJob, faults: readonly string[], nowMs: number) {
  const kept = faults.slice(0, FAULTS_KEPT_MAX).map((fault) => fault.slice(0, FAULT_CHARACTERS_MAX));
  const found = { checkedAtMs: nowMs, faultCount: faults.length, faults: JSON.stringify(kept) };
  return query
    .insert(ledgerChecks)
    .values({ job, ...found })
    .onConflictDoUpdate({ target: ledgerChecks.job, set: found });
}

/** The statement that reads what each check found last; no row for one that never finished. @param callerId NULL reads nothing */
export function selectChecks(query: Query, callerId: SQL) {
  return query.select().from(ledgerChecks).where(sql`${callerId} IS NOT NULL`);
}
