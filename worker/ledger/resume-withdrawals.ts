import type { Database } from "../../db/client.ts";
import { rebuildMarks } from "./account-mark-store.ts";
import { checkLedger, type LedgerCheck } from "./check-ledger.ts";
import { recordCheck } from "./ledger-check-store.ts";
import { endPause } from "./pause-store.ts";

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
    ...endPause(query, nowMs),
    ...rebuildMarks(query, check.lastEntryId),
    // The earlier results of the automatic checks no longer hold.
    recordCheck(query, "ledger_new", [], nowMs),
    recordCheck(query, "ledger_whole", [], nowMs),
  ]);
  return { check, wasPaused: ended.length > 0 };
}
