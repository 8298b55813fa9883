import { type Access, accessTable } from "./platform/route-access.ts";

/**
 * Every route of the API and who may call it. A route that is missing here does not exist: the app refuses it before
 * any code of a feature runs, and a test compares this table with the mounted routes.
 */
export const ACCESS: readonly Access[] = [
  { method: "GET", path: "/api/health", who: "public", tripsMax: 1 },
  { method: "GET", path: "/api/health/deep", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/csp-report", who: "public", tripsMax: 0 },

  { method: "POST", path: "/api/auth/signup", who: "public", tripsMax: 2 },
  { method: "POST", path: "/api/auth/verify-email", who: "pending", tripsMax: 2 },
  { method: "POST", path: "/api/auth/sign-in", who: "verified", tripsMax: 2 },
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
  { method: "POST", path: "/api/auth/language", who: "signed_in", tripsMax: 1 },

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
  // One to authenticate the caller, and one for the check.
  { method: "GET", path: "/api/admin/ledger", who: "admin", tripsMax: 2 },
  { method: "GET", path: "/api/admin/ledger/checks", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/ledger/transfers", who: "admin", tripsMax: 1 },
  // Exports take personal data out, so they need a recent second factor. One round trip for the first page; longer ones continue
  // while they are sent.
  { method: "POST", path: "/api/admin/ledger/transfers/export", who: "admin", stepUp: true, tripsMax: 1 },
  { method: "GET", path: "/api/admin/ledger/transfers/:id", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/ledger/accounts", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/ledger/accounts/export", who: "admin", stepUp: true, tripsMax: 1 },
  // What is about one person has a second round trip at the first look of an hour, which writes it down (`readPerson`).
  { method: "GET", path: "/api/admin/ledger/accounts/:id/entries", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/ledger/accounts/:id/entries/export", who: "admin", stepUp: true, tripsMax: 1 },
  { method: "GET", path: "/api/admin/audit", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/audit/export", who: "admin", stepUp: true, tripsMax: 1 },
  { method: "GET", path: "/api/admin/audit/check", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/withdrawals", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/withdrawals/export", who: "admin", stepUp: true, tripsMax: 1 },
  { method: "GET", path: "/api/admin/withdrawals/:id", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/withdrawals/:id/claim", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/withdrawals/:id/release", who: "admin", tripsMax: 2 },
  // The mark of a payment decides who may return the money.
  {
    method: "POST",
    path: "/api/admin/withdrawals/:id/start-payment",
    who: "admin",
    stepUp: true,
    pausedWith: "withdrawals",
    tripsMax: 2,
  },
  { method: "POST", path: "/api/admin/withdrawals/:id/stop-payment", who: "admin", stepUp: true, tripsMax: 2 },
  // A payment that was made is recorded whatever is paused: so it can be taken over and completed.
  { method: "POST", path: "/api/admin/withdrawals/:id/take-over-payment", who: "admin", stepUp: true, tripsMax: 2 },
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
  { method: "POST", path: "/api/admin/exceptions/export", who: "admin", stepUp: true, tripsMax: 1 },
  { method: "GET", path: "/api/admin/exceptions/:id", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/exceptions/:id/match", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "POST", path: "/api/admin/exceptions/:id/refund-note", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "POST", path: "/api/admin/exceptions/:id/dismiss", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "GET", path: "/api/admin/deposits", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/deposits/export", who: "admin", stepUp: true, tripsMax: 1 },
  { method: "POST", path: "/api/admin/deposits/:id/mark-paid", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "POST", path: "/api/admin/restores/:id/approve", who: "admin", stepUp: true, tripsMax: 2 },
  // Stopping money needs no recent second factor; going on does.
  { method: "POST", path: "/api/admin/pauses", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/pauses/:id/resume", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "GET", path: "/api/admin/users", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/users/export", who: "admin", stepUp: true, tripsMax: 1 },
  { method: "GET", path: "/api/admin/users/:id", who: "admin", tripsMax: 2 },
  { method: "GET", path: "/api/admin/users/:id/timeline", who: "admin", tripsMax: 2 },
  { method: "GET", path: "/api/admin/users/:id/fills/:fillId", who: "admin", tripsMax: 2 },
  // Stopping money needs no recent second factor; releasing it, and giving rights, does.
  { method: "POST", path: "/api/admin/users/:id/freeze", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/users/:id/unfreeze", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "POST", path: "/api/admin/users/:id/note", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/users/:id/end-sessions", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/users/:id/reset-second-factor", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "POST", path: "/api/admin/users/:id/role", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "GET", path: "/api/admin/imports", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/imports/export", who: "admin", stepUp: true, tripsMax: 1 },
  { method: "POST", path: "/api/admin/imports", who: "admin", tripsMax: 2 },
  { method: "GET", path: "/api/admin/imports/:id", who: "admin", tripsMax: 1 },
  { method: "PUT", path: "/api/admin/imports/:id/rows", who: "admin", sessionFirst: true, tripsMax: 2 },
  { method: "POST", path: "/api/admin/imports/:id/commit", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "POST", path: "/api/admin/imports/:id/reverse", who: "admin", stepUp: true, tripsMax: 2 },

  { method: "GET", path: "/api/admin/identities", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/identities/export", who: "admin", stepUp: true, tripsMax: 1 },
  { method: "GET", path: "/api/admin/identities/:userId", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/identities/:userId/verify", who: "admin", stepUp: true, tripsMax: 2 },
  { method: "POST", path: "/api/admin/identities/:userId/reject", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/identities/:userId/reopen", who: "admin", stepUp: true, tripsMax: 2 },

  { method: "POST", path: "/api/admin/questions", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/questions/:id/take-back", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/questions/:id/answer", who: "admin", tripsMax: 2 },

  { method: "GET", path: "/api/admin/on-call", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/on-call/rota", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/on-call/overrides", who: "admin", tripsMax: 2 },
  { method: "POST", path: "/api/admin/on-call/overrides/:id/remove", who: "admin", tripsMax: 2 },
  { method: "GET", path: "/api/admin/on-call/incidents", who: "admin", tripsMax: 1 },
  { method: "GET", path: "/api/admin/on-call/incidents/:id", who: "admin", tripsMax: 1 },
  { method: "POST", path: "/api/admin/on-call/incidents/:id/acknowledge", who: "admin", tripsMax: 2 },

  { method: "GET", path: "/api/user/profile", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/user/notifications", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/user/first-steps/hide", who: "signed_in", tripsMax: 1 },
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
  // One round trip for the first pages; longer lists continue while they are sent.
  { method: "GET", path: "/api/user/export", who: "signed_in", stepUp: true, isHeavy: true, tripsMax: 1 },
  { method: "POST", path: "/api/user/close", who: "signed_in", tripsMax: 2 },

  { method: "POST", path: "/api/deposit/generate-khqr", who: "signed_in", pausedWith: "deposits", tripsMax: 2 },
  { method: "POST", path: "/api/deposit/verify-payment", who: "signed_in", tripsMax: 2 },
  { method: "POST", path: "/api/deposit/cancel", who: "signed_in", tripsMax: 2 },
  { method: "GET", path: "/api/deposit/history", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/deposit/receipt/:billNumber", who: "signed_in", tripsMax: 1 },

  { method: "GET", path: "/api/notifications", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/notifications/read", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/notifications/confirm", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/notifications/settings", who: "signed_in", tripsMax: 1 },
  { method: "PUT", path: "/api/notifications/settings", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/notifications/channels", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/notifications/channels/test", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/notifications/push", who: "signed_in", tripsMax: 1 },
  { method: "DELETE", path: "/api/notifications/push", who: "signed_in", tripsMax: 1 },
  // A service worker sends it, by a signed receipt: it has no session of its own.
  { method: "POST", path: "/api/notifications/shown", who: "public", tripsMax: 1 },

  { method: "PUT", path: "/api/telegram", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/telegram/link", who: "signed_in", tripsMax: 1 },
  { method: "DELETE", path: "/api/telegram/link", who: "signed_in", tripsMax: 1 },
  { method: "DELETE", path: "/api/telegram/pending", who: "signed_in", tripsMax: 1 },
  // Two more where the same confirmation came first, whose link is the answer.
  { method: "POST", path: "/api/telegram/confirm", who: "signed_in", tripsMax: 3 },
  { method: "POST", path: "/api/telegram/webhook", who: "public", tripsMax: 1 },
  // The page /unsubscribe.
  { method: "GET", path: "/api/unsubscribe", who: "public", tripsMax: 1 },
  { method: "POST", path: "/api/unsubscribe", who: "public", anyOrigin: true, tripsMax: 2 },

  { method: "GET", path: "/api/alerts", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/alerts", who: "signed_in", tripsMax: 2 },
  // A third one where another change of the same alert came first, which the refusal shows.
  { method: "PUT", path: "/api/alerts/:id", who: "signed_in", tripsMax: 3 },
  { method: "POST", path: "/api/alerts/:id/pause", who: "signed_in", tripsMax: 3 },
  { method: "POST", path: "/api/alerts/:id/resume", who: "signed_in", tripsMax: 3 },
  { method: "POST", path: "/api/alerts/:id/arm", who: "signed_in", tripsMax: 3 },
  { method: "DELETE", path: "/api/alerts/:id", who: "signed_in", tripsMax: 3 },
  { method: "GET", path: "/api/alerts/firings", who: "signed_in", tripsMax: 1 },
  // Its proofs are made of segments of the tape.
  { method: "GET", path: "/api/alerts/firings/:id", who: "signed_in", isHeavy: true, tripsMax: 1 },

  { method: "GET", path: "/api/questions", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/questions/:id/answer", who: "signed_in", sessionFirst: true, tripsMax: 3 },

  { method: "GET", path: "/api/statement", who: "signed_in", isHeavy: true, tripsMax: 1 },
  { method: "GET", path: "/api/statement/export", who: "signed_in", isHeavy: true, tripsMax: 1 },

  // A second one when an admin views a trader's image, which is audited first.
  { method: "GET", path: "/api/image/:filename", who: "signed_in", tripsMax: 2 },
  { method: "GET", path: "/api/withdrawal/admin/image/:filename", who: "signed_in", tripsMax: 2 },
  { method: "GET", path: "/api/withdrawal/user/proof/:filename", who: "signed_in", tripsMax: 2 },
  { method: "POST", path: "/api/withdrawal/request", who: "signed_in", pausedWith: "withdrawals", tripsMax: 2 },
  { method: "POST", path: "/api/withdrawal/cancel", who: "signed_in", tripsMax: 2 },
  { method: "GET", path: "/api/withdrawal/history", who: "signed_in", tripsMax: 1 },

  { method: "GET", path: "/api/trade/history", who: "signed_in", bearer: true, tripsMax: 1 },
  { method: "GET", path: "/api/trade/analytics", who: "signed_in", isHeavy: true, tripsMax: 1 },
  { method: "GET", path: "/api/trade/breakdown", who: "signed_in", isHeavy: true, tripsMax: 1 },
  { method: "GET", path: "/api/trade/breakdown/export", who: "signed_in", isHeavy: true, tripsMax: 1 },
  { method: "GET", path: "/api/trade/studied", who: "signed_in", isHeavy: true, tripsMax: 1 },
  { method: "GET", path: "/api/trade/export", who: "signed_in", isHeavy: true, tripsMax: 1 },

  { method: "GET", path: "/api/broker/accounts", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/broker/accounts", who: "signed_in", tripsMax: 2 },
  { method: "PATCH", path: "/api/broker/accounts/:number", who: "signed_in", tripsMax: 1 },
  { method: "DELETE", path: "/api/broker/accounts/:number", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/broker/imports", who: "signed_in", tripsMax: 2 },
  // The account's decimals are read before its sums are written.
  { method: "PUT", path: "/api/broker/imports/:id/rows", who: "signed_in", sessionFirst: true, tripsMax: 3 },
  { method: "GET", path: "/api/broker/imports/:id/preview", who: "signed_in", isHeavy: true, tripsMax: 2 },
  // Fills are paired by the Worker, and the order of trades is counted by it: one read more for each 100,000 of an account's trades.
  { method: "POST", path: "/api/broker/imports/:id/commit", who: "signed_in", tripsMax: 4 },
  { method: "POST", path: "/api/broker/imports/:id/reverse", who: "signed_in", tripsMax: 4 },
  { method: "DELETE", path: "/api/broker/imports/:id", who: "signed_in", tripsMax: 1 },

  { method: "POST", path: "/api/demo/commands", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/demo/state", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/demo/runs", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/demo/runs/:run", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/demo/fills", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/demo/fills/:id", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/demo/socket", who: "signed_in", tripsMax: 1 },

  { method: "GET", path: "/api/journal/labels", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/journal/entries", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/journal/changes", who: "signed_in", tripsMax: 1 },

  { method: "GET", path: "/api/replay/trade", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/replay/proof", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/replay/quotes", who: "signed_in", tripsMax: 1 },

  { method: "GET", path: "/api/terminal/settings", who: "signed_in", tripsMax: 1 },
  { method: "GET", path: "/api/terminal/drawings/:symbol", who: "signed_in", tripsMax: 1 },
  { method: "POST", path: "/api/terminal/changes", who: "signed_in", tripsMax: 1 },

  { method: "GET", path: "/api/market/prices", who: "public", tripsMax: 0 },
  { method: "GET", path: "/api/market/poll", who: "public", tripsMax: 0 },
  { method: "GET", path: "/api/market/candles", who: "public", tripsMax: 0 },
  { method: "GET", path: "/api/market/tape/seals", who: "public", tripsMax: 0 },
  { method: "GET", path: "/api/market/socket", who: "public", tripsMax: 0 },
];

/** The look-up in {@link ACCESS}. */
export const accessByRoute = accessTable(ACCESS);
