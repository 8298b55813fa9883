import type { Database } from "../../../db/client.ts";
import { pauseWithdrawals } from "../../ledger/pause-store.ts";
import { logEvent } from "../../platform/log.ts";
import { alertAdmins } from "../../platform/mail/admin-alerts.ts";
import { sendSoon } from "../../platform/mail/mail-outbox.ts";
import type { Scope } from "../../platform/scope.ts";

/**
 * Pauses withdrawals because the ledger differs, as after an automatic check, and mails all admins unless they were
 * mailed within the limit's window.
 * @param faults the differences, as texts for the operator
 */
export async function stopWithdrawals(
  scope: Scope,
  db: Database,
  faults: readonly string[],
  nowMs: number,
): Promise<void> {
  const reason = faults.join("; ");
  const alert = { event: "ledger_differs" } as const;
  const [, , , mails] = await db.write([
    ...pauseWithdrawals(db.query, reason, nowMs),
    ...alertAdmins(db.query, scope.settings.APP_ORIGIN, alert, nowMs),
  ]);
  sendSoon(
    scope,
    mails.map(({ id }) => id),
  );
  logEvent("ledger_differs", { alert: true, faults: faults.length, reason: reason.slice(0, 1_000) });
}
