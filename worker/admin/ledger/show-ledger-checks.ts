import { type LedgerCheckJob, selectChecks } from "../../ledger/ledger-checks.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { selectPause } from "../overview/money-store.ts";

/**
 * What the automatic checks of the ledger found when they last finished, and since when withdrawals are stopped for it.
 * Times ISO 8601 UTC.
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
    /** What is new is checked every five minutes; null when that never finished. */
    newEntries: checkView(checks, "ledger_new"),
    /** Everything is checked once a night; null when that never finished. */
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
    /** The first of them in words; written by `recordCheck` alone. */
    faults: JSON.parse(row.faults) as string[],
  };
}
