import {
  ROUTE,
  ROUTE_PATTERN,
  type RouteName,
  routeAt,
  SETTINGS_TABS,
  type SettingsTab,
  settingsPath,
} from "../../worker/contract/addresses.ts";

export type { RouteName };
export { ROUTE, ROUTE_PATTERN, routeAt, SETTINGS_TABS, settingsPath };

/** The dashboard's 'history' section is a view of the same path. */
export const DASHBOARD_HISTORY = `${ROUTE.dashboard}?section=history`;

/** The performance page with the list of all trades. */
export const ALL_TRADES = `${ROUTE.performance}?trades=all`;
/** Address of the trades of one day. @param day ISO 8601, in the trader's time zone */
export function tradesOfDayPath(day: string): string {
  return `${ROUTE.performance}?date=${day}`;
}

/** The account's deposit tab with its dialog open, so that every screen is one step away from a deposit. */
export const NEW_DEPOSIT = `${ROUTE.accountDeposit}?new`;

/** The selected tab of the settings. @param search query of the address */
export function settingsTab(search: URLSearchParams): SettingsTab {
  return SETTINGS_TABS.find((tab) => tab === search.get("tab")) ?? "profile";
}

/** Address of the receipt of one's own paid deposit. */
export function depositReceiptPath(billNumber: string): string {
  return ROUTE_PATTERN.depositReceipt.replace(":billNumber", encodeURIComponent(billNumber));
}

/** The admin screens, without their log-in. */
export const ADMIN_SCREENS: readonly string[] = Object.values<string>(ROUTE).filter(
  (path) => path.startsWith(ROUTE.admin) && path !== ROUTE.adminLogin,
);

const NEXT = "next";

/** Address of the admin log-in that returns afterwards. @param next the requested address, with its query */
export function adminLogInPath(next: string): string {
  return next === ROUTE.admin ? ROUTE.adminLogin : `${ROUTE.adminLogin}?${new URLSearchParams({ [NEXT]: next })}`;
}

/**
 * The address after an admin log-in: one of the admin screens and nothing else, to prevent an open redirect.
 * @param search query of the log-in's address
 */
export function afterAdminLogIn(search: string): string {
  const next = new URLSearchParams(search).get(NEXT);
  const base = "https://this.invalid";
  if (next === null || !URL.canParse(next, base)) return ROUTE.admin;
  const { origin, pathname, search: query } = new URL(next, base);
  // Returns the path that was checked, and not the raw input.
  return origin === base && ADMIN_SCREENS.includes(pathname) ? `${pathname}${query}` : ROUTE.admin;
}

/** A router pattern that matches each of these paths: one screen, which stays mounted while they change. */
export function anyOf(...paths: readonly string[]): RegExp {
  return new RegExp(`^(?:${paths.join("|")})/?$`, "i");
}
