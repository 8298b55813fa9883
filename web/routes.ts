/** Every address of the product, as the specification's route table has them. */
export const ROUTE = {
  /** A document of its own, not part of the application: go there with a full load. */
  landing: "/",
  login: "/login",
  signUp: "/signup",
  forgotPassword: "/forgot-password",
  verifyEmail: "/verify-email",
  dashboard: "/dashboard",
  trading: "/trading",
  tradingPositions: "/trading/positions",
  tradingChart: "/trading/chart",
  tradingOrders: "/trading/orders",
  tradingWatchlist: "/trading/watchlist",
  watchlist: "/watchlist",
  account: "/account",
  accountOverview: "/account/overview",
  accountDeposit: "/account/deposit",
  accountWithdraw: "/account/withdraw",
  accountHistory: "/account/history",
  notifications: "/notifications",
  settings: "/settings",
  performance: "/performance",
  profile: "/profile",
  deposit: "/deposit",
  withdrawal: "/withdrawal",
  admin: "/admin",
  adminWithdrawals: "/admin/withdrawals",
  adminExceptions: "/admin/exceptions",
  adminDeposits: "/admin/deposits",
  adminIdentities: "/admin/identities",
  adminUsers: "/admin/users",
  adminLedger: "/admin/ledger",
  adminImports: "/admin/imports",
  adminAudit: "/admin/audit",
  adminLogin: "/admin/login",
  /** Prerendered documents, like the landing page. */
  terms: "/terms",
  privacy: "/privacy",
  support: "/support",
  contact: "/contact",
} as const;

/** Addresses with a part that varies, as the router matches them. */
export const ROUTE_PATTERN = {
  resetPassword: "/reset-password/:token",
  tradingSymbol: "/trading/:symbol",
  depositReceipt: "/account/deposits/:billNumber",
} as const;

/** The dashboard's 'history' section is a view of the same address. */
export const DASHBOARD_HISTORY = `${ROUTE.dashboard}?section=history`;

/** The performance page with all trades listed, and with those of one day. */
export const ALL_TRADES = `${ROUTE.performance}?trades=all`;
/** @param day ISO 8601, in the trader's time zone */
export function tradesOfDayPath(day: string): string {
  return `${ROUTE.performance}?date=${day}`;
}

/** The account's deposit tab with its modal open, so that Deposit is one step away from every screen. */
export const NEW_DEPOSIT = `${ROUTE.accountDeposit}?new`;

/** The receipt of one's own paid deposit. */
export function depositReceiptPath(billNumber: string): string {
  return ROUTE_PATTERN.depositReceipt.replace(":billNumber", encodeURIComponent(billNumber));
}

/** A pattern for the router that fits each of these addresses: one screen, which stays while they change. */
export function anyOf(...paths: readonly string[]): RegExp {
  return new RegExp(`^(?:${paths.join("|")})/?$`, "i");
}
