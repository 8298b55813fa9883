import { LANGUAGE_DEFAULT, LANGUAGE_PARAMETER, LANGUAGES, type Language, languageOf } from "./languages.ts";

/**
 * Every path of the product, from the specification's route table: the browser shows a screen at each, and the Worker
 * answers 200 there and 404 elsewhere.
 */
export const ROUTE = {
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
  accountStatement: "/account/statement",
  notifications: "/notifications",
  settings: "/settings",
  performance: "/performance",
  performanceBreakdown: "/performance/breakdown",
  performanceImport: "/performance/import",
  performanceJournal: "/performance/journal",
  performanceInsights: "/performance/insights",
  profile: "/profile",
  deposit: "/deposit",
  withdrawal: "/withdrawal",
  admin: "/admin",
  adminWithdrawals: "/admin/withdrawals",
  adminPayouts: "/admin/payouts",
  adminExceptions: "/admin/exceptions",
  adminDeposits: "/admin/deposits",
  adminIdentities: "/admin/identities",
  adminReconciliation: "/admin/reconciliation",
  adminUsers: "/admin/users",
  adminLedger: "/admin/ledger",
  adminImports: "/admin/imports",
  adminAudit: "/admin/audit",
  adminOnCall: "/admin/on-call",
  adminSettings: "/admin/settings",
  adminLogin: "/admin/login",
  terms: "/terms",
  privacy: "/privacy",
  support: "/support",
  contact: "/contact",
  pricesProof: "/prices-proof",
} as const;

/** The tabs of the settings. Source: specification section 2, "Settings screen" */
export const SETTINGS_TABS = ["profile", "notifications", "privacy", "appearance", "security"] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** The path of the settings with a tab open. */
export function settingsPath(tab: SettingsTab): string {
  return `${ROUTE.settings}?tab=${tab}`;
}

/** Paths with a variable part, as the router matches them. */
export const ROUTE_PATTERN = {
  resetPassword: "/reset-password/:token",
  /** The receipt of one of the caller's own demo fills. */
  tradingFill: "/trading/fills/:fill",
  tradingSymbol: "/trading/:symbol",
  depositReceipt: "/account/deposits/:billNumber",
} as const;

/** Prerendered documents, which need a full page load. All other paths belong to the application. */
export const PRERENDERED = [
  ROUTE.landing,
  ROUTE.terms,
  ROUTE.privacy,
  ROUTE.support,
  ROUTE.contact,
  ROUTE.pricesProof,
] as const;

/** The path of a prerendered document. */
export type PublicPath = (typeof PRERENDERED)[number];

/** The script of the service worker, whose scope is the whole origin. */
export const SERVICE_WORKER_PATH = "/service-worker.js";

/** The web app manifest in a language. */
export function manifestPath(language: Language): string {
  return `/${documentFolder(language)}manifest.webmanifest`;
}

export type RouteName = keyof typeof ROUTE | keyof typeof ROUTE_PATTERN;

// Object.entries returns string names; these objects have no others. A path counts before a pattern that matches it.
const ROUTES = Object.entries({ ...ROUTE, ...ROUTE_PATTERN }) as [RouteName, string][];
const MATCHER = ROUTES.map(([name, pattern]) => ({
  name,
  matches: new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`, "i"),
}));

/**
 * The route of a path, matched like the browser's router does: in any case, with any text for a parameter.
 * @param path with or without a slash at its end
 * @returns null where there is no page
 */
export function routeAt(path: string): RouteName | null {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  return MATCHER.find(({ matches }) => matches.test(bare))?.name ?? null;
}

/**
 * The address of a prerendered page in a language: English has the paths of {@link ROUTE}, every other language its code
 * before them. The application's addresses are the same in all languages.
 */
export function publicPath(path: PublicPath, language: Language): string {
  if (language === LANGUAGE_DEFAULT) return path;
  return path === ROUTE.landing ? `/${language}` : `/${language}${path}`;
}

/** The address of a page in another language than the reader's: its own, or one that chooses it. */
export function pathInLanguage(path: string, language: Language): string {
  const page = PRERENDERED.find((one) => one === path);
  if (page && language !== LANGUAGE_DEFAULT) return publicPath(page, language);
  return `${path}?${LANGUAGE_PARAMETER}=${language}`;
}

const LANGUAGE_PREFIX = new RegExp(`^/(${LANGUAGES.filter((one) => one !== LANGUAGE_DEFAULT).join("|")})(?=/|$)`, "i");

/** A page by its address. @property language null where the address has none; then the reader's is taken */
export type PageAddress = { route: RouteName; language: Language | null };

/** The page at a path, with or without a language before it. @returns null where there is no page */
export function pageAt(path: string): PageAddress | null {
  const prefix = LANGUAGE_PREFIX.exec(path);
  const route = routeAt(prefix ? path.slice(prefix[0].length) || ROUTE.landing : path);
  if (route === null) return null;
  if (!prefix) return { route, language: null };
  return prerenderedPath(route) ? { route, language: languageOf(prefix[1]?.toLowerCase()) } : null;
}

/** The path of a route that is prerendered; undefined for those of the application. */
export function prerenderedPath(route: RouteName): PublicPath | undefined {
  return PRERENDERED.find((path) => route in ROUTE && path === ROUTE[route as keyof typeof ROUTE]);
}

/** The folder of a language's documents in the built web files: none for English, else `km/`. */
export function documentFolder(language: Language): string {
  return language === LANGUAGE_DEFAULT ? "" : `${language}/`;
}

/** The file of a route's document in the built web files. */
export function documentFile(route: RouteName, language: Language = LANGUAGE_DEFAULT): string {
  const folder = documentFolder(language);
  const path = prerenderedPath(route);
  if (path === ROUTE.landing) return `/${folder}index.html`;
  return path ? `/${folder}${path.slice(1)}.html` : `/${folder}app/${route}.html`;
}
