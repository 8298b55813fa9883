/**
 * Every route of the API and who may call it. What is not here does not exist: the app refuses it before any code of
 * a feature runs, and a test compares this table with the routes that are mounted.
 */
export type Access = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  /**
   * `pending`: whoever holds the cookie of an unverified sign-up. `second_step`: whoever holds that of a log-in whose first
   * step was right. `admin`: a desk session with its second factor.
   */
  who: "public" | "pending" | "second_step" | "signed_in" | "admin";
  /** Also takes the short-lived bearer token. */
  bearer?: true;
  /**
   * Wants a proof of the last quarter of an hour: an admin's act on money the second factor, a trader's call the password.
   */
  stepUp?: true;
  /** Reads as many rows as a person has, so that fewer of it are answered in a minute than of other reads. */
  isHeavy?: true;
  /** Takes images or many rows: the session is looked up before the body is read, in a round trip of its own. */
  sessionFirst?: true;
  /** What an operator's pause stops it, besides the pause of everything that writes. */
  pausedWith?: "deposits" | "withdrawals";
  /** Round trips to the database at most, as a test asserts. */
  tripsMax: 0 | 1 | 2 | 3;
};

export const ACCESS: readonly Access[] = [
  { method: "GET", path: "/api/health", who: "public", tripsMax: 1 },
  { method: "GET", path: "/api/health/deep", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/csp-report", who: "public", tripsMax: 0 },

  { method: "POST", path: "/api/auth/signup", who: "public", tripsMax: 2 },
  { method: "POST", path: "/api/auth/verify-email", who: "pending", tripsMax: 2 },
  { method: "POST", path: "/api/auth/resend-verification", who: "pending", tripsMax: 1 },
  { method: "POST", path: "/api/auth/login", who: "public", tripsMax: 2 },
  { method: "POST", path: "/api/auth/totp/verify", who: "second_step", tripsMax: 2 },
  { method: "POST", path: "/api/auth/logout", who: "public", tripsMax: 1 },
  { method: "GET", path: "/api/auth/check", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/auth/activity", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/auth/forgot-password", who: "public", tripsMax: 1 },
  { method: "GET", path: "/api/auth/reset-password/:token", who: "public", tripsMax: 1 },
  { method: "POST", path: "/api/auth/reset-password/:token", who: "public", tripsMax: 2 },
  { method: "POST", path: "/api/auth/theme", who: "signed_in", tripsMax: 1 },

  { method: "POST", path: "/api/auth/password", who: "signed_in", tripsMax: 2 },
  { method: "POST", path: "/api/auth/totp/enrol", who: "signed_in", tripsMax: 2 },
  { method: "POST", path: "/api/auth/totp/confirm", who: "signed_in", tripsMax: 2 },
  { method: "POST", path: "/api/auth/totp/disable", who: "signed_in", tripsMax: 2 },
  { method: "GET", path: "/api/auth/sessions", who: "signed_in", tripsMax: 1 },
  { method: "DELETE", path: "/api/auth/sessions", who: "signed_in", tripsMax: 1 },
  { method: "DELETE", path: "/api/auth/sessions/:id", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/auth/login-alerts", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/auth/step-up", who: "signed_in", tripsMax: 2 },

  { method: "GET", path: "/api/auth/options", who: "public", tripsMax: 0 },
  { method: "GET", path: "/api/auth/google", who: "public", tripsMax: 0 },
  { method: "GET", path: "/api/auth/google/callback", who: "public", tripsMax: 2 },

  { method: "POST", path: "/api/admin/login", who: "public", tripsMax: 2 },
  { method: "POST", path: "/api/admin/step-up", who: "admin", tripsMax: 2 },
  { method: "GET", path: "/api/admin/overview", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/queues", who: "admin", tripsMax: 1 },
  // One to find out who asks, and the check.
  { method: "GET", path: "/api/admin/ledger", who: "admin", tripsMax: 2 },
  { method: "GET", path: "/api/admin/ledger/checks", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/ledger/transfers", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/ledger/transfers/export", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/ledger/transfers/:id", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/ledger/accounts", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/ledger/accounts/export", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/ledger/accounts/:id/entries", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/ledger/accounts/:id/entries/export", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/audit", who: "admin", tripsMax: 1 },
  // Files of lists: one for what comes in their first page; longer ones are read on while they are sent.
  { method: "GET", path: "/api/admin/audit/export", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/audit/check", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/withdrawals", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/withdrawals/export", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/withdrawals/:id", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/withdrawals/:id/claim", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/withdrawals/:id/release", who: "admin", tripsMax: 2 },
  // The mark of a payment decides who may give the money back.
  {
    method: "POST",
    path: "/api/admin/withdrawals/:id/start-payment",
    who: "admin",
    stepUp: true,
    pausedWith: "withdrawals",
    tripsMax: 2,
  },
  { method: "POST", path: "/api/admin/withdrawals/:id/stop-payment", who: "admin", stepUp: true, tripsMax: 2 },
  {
    method: "POST",
    path: "/api/admin/withdrawals/:id/approve",
    who: "admin",
    stepUp: true,
    sessionFirst: true,
    pausedWith: "withdrawals",
    tripsMax: 3,
  },
  {
    method: "POST",
    path: "/api/admin/withdrawals/:id/complete",
    who: "admin",
    stepUp: true,
    sessionFirst: true,
    pausedWith: "withdrawals",
    tripsMax: 3,
  },
  {
    method: "POST",
    path: "/api/admin/withdrawals/:id/reject",
    who: "admin",
    stepUp: true,
    sessionFirst: true,
    tripsMax: 3,
  },
  { method: "GET", path: "/api/admin/exceptions", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/exceptions/export", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/exceptions/:id", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/exceptions/:id/match", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "POST", path: "/api/admin/exceptions/:id/refund-note", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "POST", path: "/api/admin/exceptions/:id/dismiss", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "GET", path: "/api/admin/deposits", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/deposits/export", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/deposits/:id/mark-paid", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "GET", path: "/api/admin/users", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/users/export", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/users/:id", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/users/:id/timeline", who: "admin", tripsMax: 1 },
  // Stopping money needs no second factor again; letting it go, and giving rights, does.
  { method: "POST", path: "/api/admin/users/:id/freeze", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/users/:id/unfreeze", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "POST", path: "/api/admin/users/:id/note", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/users/:id/end-sessions", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/users/:id/role", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "GET", path: "/api/admin/imports", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/imports/export", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/imports", who: "admin", tripsMax: 2 },
  { method: "GET", path: "/api/admin/imports/:id", who: "admin", tripsMax: 1 },
  { method: "PUT", path: "/api/admin/imports/:id/rows", who: "admin", sessionFirst: true, tripsMax: 2 },
  { method: "POST", path: "/api/admin/imports/:id/commit", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "POST", path: "/api/admin/imports/:id/reverse", who: "admin", stepUp: true, tripsMax: 2 },

  { method: "GET", path: "/api/admin/identities", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/identities/export", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/identities/:userId", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/identities/:userId/verify", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/identities/:userId/reject", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/identities/:userId/reopen", who: "admin", stepUp: true, tripsMax: 2 },

  { method: "GET", path: "/api/user/profile", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/user/notifications", who: "signed_in", tripsMax: 1 },
  { method: "PUT", path: "/api/user/profile", who: "signed_in", sessionFirst: true, tripsMax: 3 },
  {
    method: "POST",
    path: "/api/user/payment-methods",
    who: "signed_in",
    stepUp: true,
    sessionFirst: true,
    tripsMax: 3,
  },
  { method: "GET", path: "/api/user/balance", who: "signed_in", bearer: true, tripsMax: 1 },
  // For what comes in the first page of everything; longer lists are read on while they are sent.
  { method: "GET", path: "/api/user/export", who: "signed_in", stepUp: true, isHeavy: true, tripsMax: 1 },
  { method: "POST", path: "/api/user/close", who: "signed_in", tripsMax: 2 },

  { method: "POST", path: "/api/deposit/generate-khqr", who: "signed_in", pausedWith: "deposits", tripsMax: 2 },
  { method: "POST", path: "/api/deposit/verify-payment", who: "signed_in", tripsMax: 2 },
  { method: "POST", path: "/api/deposit/cancel", who: "signed_in", tripsMax: 2 },
  { method: "GET", path: "/api/deposit/history", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/deposit/receipt/:billNumber", who: "signed_in", tripsMax: 1 },

  // A second one where an admin looks at an ID card, which is written down first.
  { method: "GET", path: "/api/image/:filename", who: "signed_in", tripsMax: 2 },
  { method: "GET", path: "/api/withdrawal/admin/image/:filename", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/withdrawal/user/proof/:filename", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/withdrawal/request", who: "signed_in", pausedWith: "withdrawals", tripsMax: 2 },
  { method: "POST", path: "/api/withdrawal/cancel", who: "signed_in", tripsMax: 2 },
  { method: "GET", path: "/api/withdrawal/history", who: "signed_in", tripsMax: 1 },

  { method: "GET", path: "/api/trade/history", who: "signed_in", bearer: true, tripsMax: 1 },
  { method: "GET", path: "/api/trade/analytics", who: "signed_in", isHeavy: true, tripsMax: 1 },
  { method: "GET", path: "/api/trade/export", who: "signed_in", isHeavy: true, tripsMax: 1 },

  { method: "GET", path: "/api/market/prices", who: "public", tripsMax: 0 },
  { method: "GET", path: "/api/market/poll", who: "public", tripsMax: 0 },
  { method: "GET", path: "/api/market/candles", who: "public", tripsMax: 0 },
  { method: "GET", path: "/api/market/socket", who: "public", tripsMax: 0 },
];

const PATTERNS = ACCESS.map((row) => ({ row, pattern: row.path.split("/") }));

/** The rows whose path fits, whatever their method: none is a 404, none of this method a 405. */
export function rowsForPath(path: string): readonly Access[] {
  const parts = path.split("/");
  const fits = (part: string, i: number) => (part.startsWith(":") ? parts[i] !== "" : part === parts[i]);
  return PATTERNS.filter(({ pattern }) => pattern.length === parts.length && pattern.every(fits)).map(({ row }) => row);
}
