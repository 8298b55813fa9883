import { eq, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { deposits, paymentExceptions } from "../../../db/schema/index.ts";
import { selectLastRuns } from "../../platform/job-run-store.ts";
import { CALLED_BY_JOB } from "../lists/decides-sql.ts";
import { type QueueRules, selectQueues } from "../overview/queue-store.ts";

/** The statements that read what incidents are opened for. The last four are those of the queues. */
export function selectCauses(query: Query, rules: QueueRules) {
  return [
    query
      .select({
        // After a restore two admins know of the pause: it is they who end it.
        ledgerDiffers: sql<number>`(EXISTS (SELECT 1 FROM pauses WHERE what = 'withdrawals') AND NOT EXISTS (SELECT 1 FROM restores WHERE resumed_at_ms IS NULL)) OR EXISTS (SELECT 1 FROM ledger_checks WHERE fault_count > 0)`,
        isPaused: sql<number>`EXISTS (SELECT 1 FROM withdrawal_pauses WHERE resumed_at_ms IS NULL AND what = 'withdrawals')`,
        tapeDiffers: sql<number>`EXISTS (SELECT 1 FROM tape_faults)`,
      })
      .from(sql`(SELECT 1)`),
    query
      .selectDistinct({ billNumber: deposits.billNumber })
      .from(paymentExceptions)
      .innerJoin(deposits, eq(deposits.id, paymentExceptions.depositId))
      .where(eq(paymentExceptions.status, "open")),
    selectLastRuns(query, CALLED_BY_JOB, ["backup", "backup_failed"]),
    ...selectQueues(query, CALLED_BY_JOB, rules),
  ] as const;
}
