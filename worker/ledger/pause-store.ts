import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { pauses, restores } from "../../db/schema/index.ts";
import { auditIf, HAS_CHANGED_ONE } from "../platform/audit-log-store.ts";

/** The only SQL that pauses withdrawals. Functions return statements; verbs put them into batches. */

const REASON_CHARACTERS_MAX = 500;
/** The actor and subject of the audit rows. */
const RECORD = { actor: "system", subject: "pause:withdrawals" } as const;

/**
 * The statements that pause withdrawals, with the audit row: from here on the database refuses every request, approval
 * and completion. Rejecting and cancelling, which return money, still work. An existing pause keeps its reason.
 */
export function pauseWithdrawals(query: Query, reason: string, nowMs: number) {
  const shortReason = reason.slice(0, REASON_CHARACTERS_MAX);
  return [
    query
      .insert(pauses)
      .values({ what: "withdrawals", reason: shortReason, sinceMs: nowMs })
      .onConflictDoNothing({ target: pauses.what }),
    auditIf(
      query,
      { ...RECORD, action: "withdrawals.paused", detail: { reason: shortReason } },
      HAS_CHANGED_ONE,
      nowMs,
    ),
  ] as const;
}

/**
 * The statements that resume withdrawals, with the audit row.
 * @returns rows of the first statement: one if there was a pause
 */
export function endPause(query: Query, nowMs: number) {
  return [
    query.delete(pauses).where(eq(pauses.what, "withdrawals")).returning({ what: pauses.what }),
    auditIf(query, { ...RECORD, action: "withdrawals.resumed" }, HAS_CHANGED_ONE, nowMs),
  ] as const;
}

/** The statement that pauses new deposits and withdrawals after a restore. An existing pause keeps its reason. */
export function pauseAfterRestore(query: Query, nowMs: number) {
  const reason = "The database was restored: two admins have to approve what the restore found";
  return query
    .insert(pauses)
    .values([
      { what: "withdrawals", reason, sinceMs: nowMs },
      { what: "deposits", reason, sinceMs: nowMs },
    ])
    .onConflictDoNothing({ target: pauses.what });
}

/** The statement that ends every pause, unless a restore waits for its review: then the last of them ends it. */
export function endAllPauses(query: Query) {
  return query.delete(pauses).where(sql`NOT EXISTS (SELECT 1 FROM ${restores} WHERE ${restores.resumedAtMs} IS NULL)`);
}

/** The statement that reads the pause; no row when withdrawals are not paused. @param callerId NULL reads nothing */
export function selectPause(query: Query, callerId: SQL) {
  return query
    .select({ reason: pauses.reason, sinceMs: pauses.sinceMs })
    .from(pauses)
    .where(and(sql`${callerId} IS NOT NULL`, eq(pauses.what, "withdrawals")));
}
