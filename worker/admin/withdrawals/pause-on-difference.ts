import { refusedBy } from "../../platform/database-refusal.ts";
import type { Scope } from "../../platform/scope.ts";
import { stopWithdrawals } from "../ledger/stop-withdrawals.ts";

/**
 * Awaits an action on a withdrawal. When the database refused it because the trader's balance differs from its records,
 * all withdrawals are paused, as after a failed check, until an operator has checked the ledger.
 * @throws what the action throws
 */
export async function pauseOnDifference<T>(scope: Scope, withdrawalId: string, act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    if (!refusedBy(error, "balance_differs")) throw error;
    const fault = `the account of withdrawal ${withdrawalId} differs from its records`;
    await stopWithdrawals(scope.db, [fault], scope.now());
    throw error;
  }
}
