import { openDatabase } from "../../../db/client.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { checkLedger } from "../../ledger/check-ledger.ts";
import { describeFaults } from "../../ledger/ledger-faults.ts";
import { selectPause } from "../../ledger/pause-store.ts";
import { databaseOptions } from "../../platform/env.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { stopWithdrawals } from "./stop-withdrawals.ts";

/** Summing everything may take longer than an ordinary round trip. */
const CHECK_TIMEOUT_MS = 25_000;

/**
 * Recomputes the whole ledger for an admin, and names every account that differs. As with every check, a difference
 * pauses withdrawals at once and is mailed to all admins.
 *
 * Authenticates the caller first, in a separate round trip, so that unauthenticated callers cannot cause this work.
 * @throws AppError `not_signed_in` | `forbidden`
 */
export async function checkLedgerNow(scope: Scope) {
  const { settings } = scope;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectPause(scope.db.query, callerId)]);
  const [pause] = rows[0];
  const db = openDatabase({ ...databaseOptions(settings), timeoutMs: CHECK_TIMEOUT_MS });
  const check = await checkLedger(db);
  const faults = describeFaults(check);
  const nowMs = scope.now();
  if (faults.length > 0) await stopWithdrawals(db, faults, nowMs);
  const pausedSinceMs = pause?.sinceMs ?? (faults.length > 0 ? nowMs : null);
  return {
    isClean: check.isClean,
    faults,
    accounts: check.accounts,
    transfers: check.transfers,
    entries: check.entries,
    total: dollarsFromCents(check.totalCents),
    differing: check.differing.map(({ accountId, balanceCents, entriesCents }) => ({
      accountId,
      balance: dollarsFromCents(balanceCents),
      entries: dollarsFromCents(entriesCents),
    })),
    unfounded: check.unfounded.map(({ accountId, balanceCents, recordsCents }) => ({
      accountId,
      balance: dollarsFromCents(balanceCents),
      records: dollarsFromCents(recordsCents),
    })),
    unbalanced: check.unbalanced,
    belowFloor: check.belowFloor,
    withdrawalsPausedSince: pausedSinceMs === null ? null : new Date(pausedSinceMs).toISOString(),
  };
}
