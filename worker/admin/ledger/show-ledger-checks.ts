import { type LedgerCheckJob, selectChecks } from "../../ledger/ledger-check-store.ts";
import { selectPause } from "../../ledger/pause-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";

/**
 * The last results of the automatic ledger checks, and since when withdrawals are paused. Times in ISO 8601 UTC.
 * @throws AppError `not_signed_in` | `forbidden`
 */
export async function showLedgerChecks(scope: Scope) {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectChecks(query, callerId),
    selectPause(query, callerId),
  ]);
  const [checks, [pause]] = rows;
  return {
    /** The check of new entries, every five minutes; null when it never finished. */
    newEntries: checkView(checks, "ledger_new"),
    /** The check of everything, once a night; null when it never finished. */
    whole: checkView(checks, "ledger_whole"),
    withdrawalsPausedSince: pause ? new Date(pause.sinceMs).toISOString() : null,
  };
}

type CheckRows = Awaited<ReturnType<typeof selectChecks>>;

function checkView(rows: CheckRows, job: LedgerCheckJob) {
  const row = rows.find((one) => one.job === job);
  if (!row) return null;
  return {
    checkedAt: new Date(row.checkedAtMs).toISOString(),
    faultCount: row.faultCount,
    /** The texts of the first faults; written only by `recordCheck`. */
    faults: JSON.parse(row.faults) as string[],
  };
}
