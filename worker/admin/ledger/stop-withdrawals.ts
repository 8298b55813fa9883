import type { Database } from "../../../db/client.ts";
import { pauseWithdrawals } from "../../ledger/pause-store.ts";
import { logEvent } from "../../platform/log.ts";

/**
 * Pauses withdrawals because the ledger differs, as after an automatic check. The cron opens the incident of the difference.
 * @param faults the differences, as texts for the operator
 */
export async function stopWithdrawals(db: Database, faults: readonly string[], nowMs: number): Promise<void> {
  const reason = faults.join("; ");
  await db.write(pauseWithdrawals(db.query, reason, nowMs));
  logEvent("ledger_differs", { alert: true, faults: faults.length, reason: reason.slice(0, 1_000) });
}
