import { AUDIT_ACTIONS, type AuditAction } from "./audit-actions.ts";

/** The kinds by which a user's timeline can be filtered. */
export const TIMELINE_KINDS = [
  "log_ins",
  "deposits",
  "withdrawals",
  "identity",
  "trades",
  "settings",
  "admin",
] as const;

/** A kind of timeline entry. */
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** The kind of each action; the compiler requires one for a new action. */
const KIND_OF: Record<AuditAction, TimelineKind> = {
  "user.signed_up": "settings",
  "user.email_verified": "settings",
  "user.logged_in": "log_ins",
  "user.session_ended": "log_ins",
  "user.other_sessions_ended": "log_ins",
  "user.login_alerts": "settings",
  "user.email_notifications": "settings",
  "user.password_changed": "settings",
  "user.password_reset": "settings",
  "user.two_factor_on": "settings",
  "user.two_factor_off": "settings",
  "user.two_factor_reset_agreed": "admin",
  "user.two_factor_reset": "admin",
  "user.stepped_up": "log_ins",
  "user.google_linked": "settings",
  "user.google_claimed": "settings",
  "user.data_exported": "settings",
  "user.closed": "settings",
  "profile.changed": "settings",
  "profile.name_changed": "identity",
  "payment_methods.saved": "settings",
  "identity.submitted": "identity",
  "identity.viewed": "identity",
  "identity.verified": "identity",
  "identity.rejected": "identity",
  "identity.reopened": "identity",
  "deposit.created": "deposits",
  "deposit.cancelled": "deposits",
  "deposit.expired": "deposits",
  "deposit.failed": "deposits",
  "deposit.paid": "deposits",
  "deposit.exception": "deposits",
  "deposit.mark_paid_agreed": "deposits",
  "exception.match_agreed": "deposits",
  "exception.matched": "deposits",
  "exception.refund_agreed": "deposits",
  "exception.refunded": "deposits",
  "exception.dismissed": "deposits",
  "withdrawal.requested": "withdrawals",
  "withdrawal.cancelled": "withdrawals",
  "withdrawal.claimed": "withdrawals",
  "withdrawal.released": "withdrawals",
  "withdrawal.approve_agreed": "withdrawals",
  "withdrawal.approved": "withdrawals",
  "withdrawal.complete_agreed": "withdrawals",
  "withdrawal.payment_started": "withdrawals",
  "withdrawal.payment_stopped": "withdrawals",
  "withdrawal.completed": "withdrawals",
  "withdrawal.reject_agreed": "withdrawals",
  "withdrawal.rejected": "withdrawals",
  // These concern all users, so they are on nobody's timeline.
  "withdrawals.paused": "withdrawals",
  "withdrawals.resumed": "withdrawals",
  "restore.done": "admin",
  "restore.approve_agreed": "admin",
  "restore.approved": "admin",
  "import.opened": "trades",
  "import.committed": "trades",
  "import.reversed": "trades",
  "user.noted": "admin",
  // A timeline says what happened: these are left out of it.
  "user.viewed": "admin",
  "user.payout_images_viewed": "admin",
  "user.frozen": "admin",
  "user.unfrozen": "admin",
  "user.signed_out": "admin",
  "admin.created": "admin",
  "admin.appoint_agreed": "admin",
  "admin.appointed": "admin",
  "admin.removed": "admin",
  "admin.list_exported": "admin",
  "admin.logged_in": "log_ins",
  "admin.stepped_up": "log_ins",
  "admin.wrong_codes": "log_ins",
};

/** The actions of one kind. */
export function actionsOf(kind: TimelineKind): AuditAction[] {
  return AUDIT_ACTIONS.filter((action) => KIND_OF[action] === kind);
}
