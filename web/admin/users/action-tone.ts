import type { AuditAction } from "../../../worker/contract/audit-actions.ts";

/** Tone of an action in a timeline. */
export type ActionTone = "up" | "warn" | "down";

/** Actions that stand out in a timeline: successes, refusals, and those that wait or need attention. */
const TONES: Partial<Record<AuditAction, ActionTone>> = {
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
 * The tone of an action; undefined for a routine one. Some depend on the detail: a log-in on a new device, log-in
 * alerts turned off, and a changed payment method that holds withdrawals.
 */
export function actionTone(
  action: AuditAction,
  detail: Record<string, string | number | boolean>,
): ActionTone | undefined {
  if (action === "user.logged_in") return detail.isNewDevice === true ? "warn" : undefined;
  if (action === "user.login_alerts") return detail.on === false ? "warn" : undefined;
  if (action === "payment_methods.saved") return detail.holdsWithdrawals === true ? "warn" : undefined;
  return TONES[action];
}
