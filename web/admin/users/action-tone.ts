import type { AuditAction } from "../../../worker/contract/audit-actions.ts";

export type ActTone = "up" | "warn" | "down";

/** What an eye should find in a timeline: what went well, what was refused, and what somebody waits for or should look at. */
const TONES: Partial<Record<AuditAction, ActTone>> = {
  "deposit.paid": "up",
  "deposit.failed": "down",
  "deposit.exception": "warn",
  "exception.matched": "up",
  "exception.dismissed": "down",
  "withdrawal.requested": "warn",
  "withdrawal.approved": "up",
  "withdrawal.completed": "up",
  "withdrawal.rejected": "down",
  "identity.submitted": "warn",
  "identity.verified": "up",
  "identity.rejected": "down",
  "identity.reopened": "warn",
  "profile.name_changed": "warn",
  "user.password_changed": "warn",
  "user.password_reset": "warn",
  "user.two_factor_off": "warn",
  "admin.wrong_codes": "down",
  "user.frozen": "down",
  "user.unfrozen": "up",
};

/**
 * The colour of an act, none for what is everyday. A log-in stands out where it was on a device that was not known, mails
 * about such where they were switched off, a payment method where it was not the first.
 */
export function actTone(action: AuditAction, detail: Record<string, string | number | boolean>): ActTone | undefined {
  if (action === "user.logged_in") return detail.isNewDevice === true ? "warn" : undefined;
  if (action === "user.login_alerts") return detail.on === false ? "warn" : undefined;
  if (action === "payment_methods.saved") return detail.holdsWithdrawals === true ? "warn" : undefined;
  return TONES[action];
}
