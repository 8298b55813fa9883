import { eq } from "drizzle-orm";
import type { Database, Query } from "../../db/client.ts";
import { pauses } from "../../db/schema/index.ts";
import { auditIf, HAS_CHANGED_ONE } from "../platform/audit-log-store.ts";
import { rebuildMarks } from "./account-mark-store.ts";
import { checkLedger, type LedgerCheck } from "./check-ledger.ts";
import { recordCheck } from "./ledger-check-store.ts";

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
 * Resumes withdrawals, with the audit row, if a check of the whole ledger finds no fault.
 * @returns the check; `wasPaused` is false when there was no pause, and null when the check found faults
 */
export async function resumeWithdrawals(
  db: Database,
  nowMs: number,
): Promise<{ check: LedgerCheck; wasPaused: boolean | null }> {
  const { query } = db;
  const check = await checkLedger(db);
  if (!check.isClean) return { check, wasPaused: null };
  const [ended] = await db.write([
    query.delete(pauses).where(eq(pauses.what, "withdrawals")).returning({ what: pauses.what }),
    auditIf(query, { ...RECORD, action: "withdrawals.resumed" }, HAS_CHANGED_ONE, nowMs),
    ...rebuildMarks(query, check.lastEntryId),
    // The earlier results of the automatic checks no longer hold.
    recordCheck(query, "ledger_new", [], nowMs),
    recordCheck(query, "ledger_whole", [], nowMs),
  ]);
  return { check, wasPaused: ended.length > 0 };
}
