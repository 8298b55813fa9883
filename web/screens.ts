import { ROUTE, type RouteName } from "../worker/contract/addresses.ts";
import { WATCHLIST_SYMBOLS } from "../worker/contract/symbols.ts";
import { FIRST_PRICES } from "./prices/first-prices-path.ts";
import { marketLabels } from "./prices/market-labels.ts";
import type { SkeletonShape } from "./shell/page-skeletons.tsx";
import type { ShellLook } from "./shell/shell.tsx";
import { shellText } from "./shell/shell-text.ts";

/** A screen inside the shell, and what its documents preload beside the application's entry. */
export type Screen = ShellLook & {
  routes: readonly RouteName[];
  skeleton: SkeletonShape;
  /** Its modules, which the router loads on demand. */
  modules: readonly string[];
  /** Those of them that the document of one of its routes leaves to the application, because other things are waited for. */
  later?: { readonly [route in RouteName]?: readonly string[] };
  /** The calls that it makes at first, each answered for the cookie alone. */
  calls: readonly string[];
};

const { items, titles } = shellText;
const panes = marketLabels.tabs;

/** The account section has a module for its frame and one for each tab. */
const ACCOUNT_FRAME = "account/account-page.tsx";
const ACCOUNT = {
  title: items.account,
  figures: "demo",
  skeleton: "account",
  calls: ["/api/withdrawal/history", "/api/deposit/history"],
} as const;

/** The screens for signed-in traders. */
export const SCREENS = {
  dashboard: {
    routes: ["dashboard"],
    title: items.dashboard,
    figures: "demo",
    deposit: "none",
    hasFeed: true,
    skeleton: "dashboard",
    modules: ["dashboard/dashboard-page.tsx"],
    calls: ["/api/trade/history?limit=13", "/api/trade/analytics"],
  },
  account: {
    ...ACCOUNT,
    routes: ["account", "accountOverview"],
    deposit: "accent",
    modules: [ACCOUNT_FRAME, "account/account-overview.tsx"],
  },
  accountDeposit: {
    ...ACCOUNT,
    routes: ["accountDeposit"],
    deposit: "accent",
    modules: [ACCOUNT_FRAME, "account/account-deposit.tsx"],
  },
  accountWithdraw: {
    ...ACCOUNT,
    routes: ["accountWithdraw"],
    modules: [ACCOUNT_FRAME, "account/account-withdraw.tsx"],
  },
  accountHistory: {
    ...ACCOUNT,
    routes: ["accountHistory"],
    deposit: "accent",
    modules: [ACCOUNT_FRAME, "account/account-history.tsx"],
  },
  statement: {
    routes: ["accountStatement"],
    title: titles.statement,
    skeleton: "columns",
    modules: ["statement/statement-page.tsx"],
    calls: [],
  },
  receipt: {
    routes: ["depositReceipt"],
    title: titles.receipt,
    skeleton: "columns",
    modules: ["deposits/receipt-page.tsx"],
    calls: [],
  },
  trading: {
    routes: [
      "trading",
      "tradingPositions",
      "tradingChart",
      "tradingOrders",
      "tradingWatchlist",
      "watchlist",
      "tradingFill",
      "tradingSymbol",
    ],
    title: items.trading,
    figures: "cash",
    hasFeed: true,
    isFlush: true,
    isTight: true,
    skips: [
      { label: panes.watchlist, href: ROUTE.tradingWatchlist, id: "watchlist" },
      { label: panes.chart, href: ROUTE.tradingChart, id: "chart" },
      { label: panes.order, href: ROUTE.tradingOrders, id: "order" },
      { label: panes.positions, href: ROUTE.tradingPositions, id: "positions" },
    ],
    skeleton: "trading",
    modules: ["trading/trading-page.tsx", "trading/market-chart.tsx", "trading/trade-bar.tsx", "ticket/form.tsx"],
    // On a phone the ticket covers it.
    later: { tradingOrders: ["trading/market-chart.tsx"] },
    calls: [
      FIRST_PRICES,
      "/api/demo/state",
      ...WATCHLIST_SYMBOLS.map((symbol) => `/api/market/candles?symbol=${symbol}&interval=15m&limit=97`),
      "/api/terminal/settings",
    ],
  },
  performance: {
    routes: ["performance"],
    title: items.performance,
    deposit: "accent",
    skeleton: "performance",
    modules: ["performance/performance-page.tsx"],
    calls: ["/api/trade/analytics", "/api/user/profile", "/api/deposit/history"],
  },
  journal: {
    routes: ["performanceJournal"],
    title: items.performance,
    isTight: true,
    skeleton: "columns",
    modules: ["review/journal-page.tsx"],
    calls: ["/api/journal/labels"],
  },
  breakdown: {
    routes: ["performanceBreakdown"],
    title: items.performance,
    deposit: "accent",
    skeleton: "insights",
    modules: ["breakdown/breakdown-page.tsx"],
    calls: [],
  },
  insights: {
    routes: ["performanceInsights"],
    title: items.performance,
    skeleton: "insights",
    modules: ["insights/insights-page.tsx"],
    calls: [],
  },
  import: {
    routes: ["performanceImport"],
    title: items.performance,
    skeleton: "insights",
    modules: ["broker/import-page.tsx"],
    calls: [],
  },
  profile: {
    routes: ["profile"],
    title: items.profile,
    skeleton: "columns",
    modules: ["profile/profile-page.tsx"],
    calls: [],
  },
  settings: {
    routes: ["settings"],
    title: items.settings,
    skeleton: "form",
    modules: ["settings/settings-page.tsx"],
    calls: [],
  },
  notifications: {
    routes: ["notifications"],
    title: titles.notifications,
    skeleton: "text",
    modules: ["notifications/notifications-page.tsx"],
    calls: [],
  },
  deposit: {
    routes: ["deposit"],
    title: titles.deposit,
    skeleton: "text",
    modules: ["deposits/deposit-page.tsx"],
    calls: [],
  },
  withdrawal: {
    routes: ["withdrawal"],
    title: titles.withdrawal,
    skeleton: "text",
    modules: ["withdrawals/withdrawal-page.tsx"],
    calls: [],
  },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof SCREENS;

// Object.keys returns strings; the object has no other keys.
export const SCREEN_NAMES = Object.keys(SCREENS) as ScreenName[];

/**
 * The screens for everybody, which show a spinner until their code has run. Those of admins are in neither list: their
 * code is loaded for admins only.
 */
export const PUBLIC_SCREENS: readonly { route: RouteName; module: string }[] = [
  { route: "login", module: "auth/log-in-page.tsx" },
  { route: "signUp", module: "auth/sign-up-page.tsx" },
  { route: "verifyEmail", module: "auth/verify-email-page.tsx" },
  { route: "forgotPassword", module: "auth/forgot-password-page.tsx" },
  { route: "resetPassword", module: "auth/reset-password-page.tsx" },
  { route: "adminLogin", module: "admin/admin-log-in-page.tsx" },
];
