import {
  ROUTE,
  ROUTE_PATTERN,
  SETTINGS_TABS,
  type SettingsTab,
  settingsPath,
} from "../../worker/contract/addresses.ts";

export { ROUTE, ROUTE_PATTERN, SETTINGS_TABS, settingsPath };

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

/** @param search the query of the settings' address */
export function settingsTab(search: URLSearchParams): SettingsTab {
  return SETTINGS_TABS.find((tab) => tab === search.get("tab")) ?? "profile";
}

/** The receipt of one's own paid deposit. */
export function depositReceiptPath(billNumber: string): string {
  return ROUTE_PATTERN.depositReceipt.replace(":billNumber", encodeURIComponent(billNumber));
}

/** The admins' screens, without their log-in. */
export const ADMIN_SCREENS: readonly string[] = [
  ROUTE.admin,
  ROUTE.adminWithdrawals,
  ROUTE.adminExceptions,
  ROUTE.adminDeposits,
  ROUTE.adminIdentities,
  ROUTE.adminUsers,
  ROUTE.adminLedger,
  ROUTE.adminImports,
  ROUTE.adminAudit,
];

const NEXT = "next";

/** The admins' log-in, which leads back afterwards. @param next the address that was to be opened, with its query */
export function adminLogInPath(next: string): string {
  return next === ROUTE.admin ? ROUTE.adminLogin : `${ROUTE.adminLogin}?${new URLSearchParams({ [NEXT]: next })}`;
}

/**
 * Where the admins' log-in leads: back to one of their screens, and nowhere else, whatever its address says.
 * @param search the query of the log-in's own address
 */
export function afterAdminLogIn(search: string): string {
  const next = new URLSearchParams(search).get(NEXT);
  const base = "https://this.invalid";
  if (next === null || !URL.canParse(next, base)) return ROUTE.admin;
  const { origin, pathname, search: query } = new URL(next, base);
  // The path that was compared, and not the one that was given, is the one that is opened.
  return origin === base && ADMIN_SCREENS.includes(pathname) ? `${pathname}${query}` : ROUTE.admin;
}

/** A pattern for the router that fits each of these addresses: one screen, which stays while they change. */
export function anyOf(...paths: readonly string[]): RegExp {
  return new RegExp(`^(?:${paths.join("|")})/?$`, "i");
}
