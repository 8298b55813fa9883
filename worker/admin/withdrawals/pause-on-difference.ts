import { pauseWithdrawals } from "../../ledger/pause-withdrawals.ts";
import { alertAdmins } from "../../platform/admin-alerts.ts";
import { refusedBy } from "../../platform/database-refusal.ts";
import { logEvent } from "../../platform/log.ts";
import { sendSoon } from "../../platform/mail-outbox.ts";
import type { Scope } from "../../platform/scope.ts";

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
    const reason = `the account of withdrawal ${withdrawalId} differs from its records`;
    const { db, settings, now } = scope;
    const nowMs = now();
    const alert = { event: "ledger_differs" } as const;
    const [, , , mails] = await db.write([
      ...pauseWithdrawals(db.query, reason, nowMs),
      ...alertAdmins(db.query, settings.APP_ORIGIN, alert, nowMs),
    ]);
    sendSoon(
      scope,
      mails.map(({ id }) => id),
    );
    logEvent("ledger_differs", { alert: true, faults: 1, reason });
    throw error;
  }
}
