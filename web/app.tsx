import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useEffect } from "react";
import { Redirect, Route, Switch } from "wouter";
import { chartedSymbol } from "./prices/traded-symbols.ts";
import { SCREEN_NAMES, SCREENS, type ScreenName } from "./screens.ts";
import { ConnectionBanner } from "./shell/connection-banner.tsx";
import { ErrorBoundary, NotFoundPage } from "./shell/error-page.tsx";
import { AdminOnly, Guest, SignedIn } from "./shell/guards.tsx";
import { LoadingShell } from "./shell/loading-shell.tsx";
import { loadSkeletons, PageSkeleton } from "./shell/page-skeleton.tsx";
import type { SkeletonShape } from "./shell/page-skeletons.tsx";
import { Shell, type ShellLook } from "./shell/shell.tsx";
import { type LazyPage, lazyPage } from "./state/lazy-page.ts";
import { ADMIN_SCREENS, anyOf, ROUTE, ROUTE_PATTERN, type RouteName, routeAt } from "./state/routes.ts";
import { check, isCheckingAuth } from "./state/session.ts";
import { followSettingsOfOtherTabs } from "./state/settings.ts";
import { followThemeOfOtherTabs } from "./state/theme.ts";
import { areSumsHidden } from "./ui/hidden-sums.ts";
import { SpinnerBlock } from "./ui/spinner.tsx";

const DashboardPage = lazyPage(async () => (await import("./dashboard/dashboard-page.tsx")).DashboardPage);
const LogInPage = lazyPage(async () => (await import("./auth/log-in-page.tsx")).LogInPage);
const SignUpPage = lazyPage(async () => (await import("./auth/sign-up-page.tsx")).SignUpPage);
const VerifyEmailPage = lazyPage(async () => (await import("./auth/verify-email-page.tsx")).VerifyEmailPage);
const ForgotPasswordPage = lazyPage(async () => (await import("./auth/forgot-password-page.tsx")).ForgotPasswordPage);
const ResetPasswordPage = lazyPage(async () => (await import("./auth/reset-password-page.tsx")).ResetPasswordPage);
const AdminLogInPage = lazyPage(async () => (await import("./admin/admin-log-in-page.tsx")).AdminLogInPage);
const AccountPage = lazyPage(async () => {
  const { AccountPage, preloadTabAt } = await import("./account/account-page.tsx");
  await preloadTabAt(location.pathname);
  return AccountPage;
});
const ReceiptPage = lazyPage(async () => (await import("./deposits/receipt-page.tsx")).ReceiptPage);
const StatementPage = lazyPage(async () => (await import("./statement/statement-page.tsx")).StatementPage);
const SettingsPage = lazyPage(async () => (await import("./settings/settings-page.tsx")).SettingsPage);
const ProfilePage = lazyPage(async () => (await import("./profile/profile-page.tsx")).ProfilePage);
const NotificationsPage = lazyPage(
  async () => (await import("./notifications/notifications-page.tsx")).NotificationsPage,
);
const DepositPage = lazyPage(async () => (await import("./deposits/deposit-page.tsx")).DepositPage);
const WithdrawalPage = lazyPage(async () => (await import("./withdrawals/withdrawal-page.tsx")).WithdrawalPage);
const PerformancePage = lazyPage(async () => (await import("./performance/performance-page.tsx")).PerformancePage);
const BreakdownPage = lazyPage(async () => (await import("./breakdown/breakdown-page.tsx")).BreakdownPage);
const InsightsPage = lazyPage(async () => (await import("./insights/insights-page.tsx")).InsightsPage);
const JournalPage = lazyPage(async () => (await import("./review/journal-page.tsx")).JournalPage);
const ImportPage = lazyPage(async () => (await import("./broker/import-page.tsx")).ImportPage);
const AppDialogs = lazyPage(async () => (await import("./shell/app-dialogs.tsx")).AppDialogs, { isQuiet: true });
const AdminPage = lazyPage(async () => (await import("./admin/admin-page.tsx")).AdminPage);
const TradingPage = lazyPage(async () => {
  const { TradingPage, prepareTrading } = await import("./trading/trading-page.tsx");
  await prepareTrading();
  return TradingPage;
});

const PAGES: Record<ScreenName, LazyPage<object>> = {
  dashboard: DashboardPage,
  account: AccountPage,
  accountDeposit: AccountPage,
  accountWithdraw: AccountPage,
  accountHistory: AccountPage,
  statement: StatementPage,
  receipt: ReceiptPage,
  trading: TradingPage,
  performance: PerformancePage,
  journal: JournalPage,
  breakdown: BreakdownPage,
  insights: InsightsPage,
  import: ImportPage,
  profile: ProfilePage,
  settings: SettingsPage,
  notifications: NotificationsPage,
  deposit: DepositPage,
  withdrawal: WithdrawalPage,
};

const TRADING = anyOf(
  ROUTE.trading,
  ROUTE.tradingPositions,
  ROUTE.tradingChart,
  ROUTE.tradingOrders,
  ROUTE.tradingWatchlist,
  ROUTE.watchlist,
  ROUTE_PATTERN.tradingFill.replace(":fill", "[^/]+"),
);
const ACCOUNT = anyOf(ROUTE.account, ROUTE.accountOverview);
const ADMIN_PATHS = anyOf(...ADMIN_SCREENS);

const PUBLIC_PAGES: Partial<Record<RouteName, Pick<LazyPage<object>, "preload">>> = {
  login: LogInPage,
  signUp: SignUpPage,
  verifyEmail: VerifyEmailPage,
  forgotPassword: ForgotPasswordPage,
  resetPassword: ResetPasswordPage,
  adminLogin: AdminLogInPage,
};

/** Loads the code of the page at an address. It resolves when the page can be rendered at once, or cannot be loaded. */
export async function preloadPageAt(path: string): Promise<void> {
  const route = routeAt(path);
  if (route === null) return;
  const screen = SCREEN_NAMES.find((name) => SCREENS[name].routes.some((one) => one === route));
  await (screen ? PAGES[screen] : PUBLIC_PAGES[route])?.preload();
}

/** Loads the code of the screen that is likely to be opened next (the dashboard, which the log-in leads to, or trading from there), and what others show while they load. */
export function preloadNextScreen(): void {
  void loadSkeletons();
  const route = routeAt(location.pathname);
  if (!route?.startsWith("admin")) void PAGES[route === "dashboard" ? "trading" : "dashboard"].preload();
}

/** The application: the page of every route, and the layers above all of them. */
export function App() {
  useEffect(() => {
    // The entry has begun it, so that it runs while the code of the page loads.
    if (isCheckingAuth.peek()) void check();
    const unsubscribers = [followThemeOfOtherTabs(), followSettingsOfOtherTabs()];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, []);
  return (
    <ErrorBoundary>
      <ConnectionBanner />
      <Suspense fallback={<SpinnerBlock fill="page" />}>
        <Routes />
      </Suspense>
      <Suspense fallback={null}>
        <AppDialogs />
      </Suspense>
    </ErrorBoundary>
  );
}

function Routes() {
  // Renders every amount again when amounts are hidden or shown.
  useSignals();
  void areSumsHidden.value;
  return (
    <Switch>
      <Route path={ROUTE.landing} component={Landing} />
      <Route path={ROUTE.login}>
        <Guest page={LogInPage} />
      </Route>
      <Route path={ROUTE.signUp}>
        <Guest page={SignUpPage} />
      </Route>
      <Route path={ROUTE.verifyEmail} component={VerifyEmailPage} />
      <Route path={ROUTE.forgotPassword} component={ForgotPasswordPage} />
      <Route path={ROUTE_PATTERN.resetPassword}>{({ token }) => <ResetPasswordPage token={token} />}</Route>
      <Route path={ROUTE.adminLogin} component={AdminLogInPage} />

      <Route path={ROUTE.dashboard}>
        <Screen name="dashboard" />
      </Route>
      <Route path={ROUTE.accountDeposit}>
        <Screen name="accountDeposit" />
      </Route>
      <Route path={ROUTE.accountWithdraw}>
        <Screen name="accountWithdraw" />
      </Route>
      <Route path={ROUTE.accountHistory}>
        <Screen name="accountHistory" />
      </Route>
      <Route path={ACCOUNT}>
        <Screen name="account" />
      </Route>
      <Route path={ROUTE.accountStatement}>
        <Screen name="statement" />
      </Route>
      <Route path={ROUTE_PATTERN.depositReceipt}>
        <Screen name="receipt" />
      </Route>
      <Route path={TRADING}>
        <Screen name="trading" />
      </Route>
      <Route path={ROUTE_PATTERN.tradingSymbol}>
        {({ symbol }) => (chartedSymbol(symbol) ? <Screen name="trading" /> : <Redirect to={ROUTE.trading} replace />)}
      </Route>
      <Route path={ROUTE.performance}>
        <Screen name="performance" />
      </Route>
      <Route path={ROUTE.performanceJournal}>
        <Screen name="journal" />
      </Route>
      <Route path={ROUTE.performanceBreakdown}>
        <Screen name="breakdown" />
      </Route>
      <Route path={ROUTE.performanceInsights}>
        <Screen name="insights" />
      </Route>
      <Route path={ROUTE.performanceImport}>
        <Screen name="import" />
      </Route>
      <Route path={ROUTE.profile}>
        <Screen name="profile" />
      </Route>
      <Route path={ROUTE.settings}>
        <Screen name="settings" />
      </Route>
      <Route path={ROUTE.notifications}>
        <Screen name="notifications" />
      </Route>
      <Route path={ROUTE.deposit}>
        <Screen name="deposit" />
      </Route>
      <Route path={ROUTE.withdrawal}>
        <Screen name="withdrawal" />
      </Route>
      <Route path={ADMIN_PATHS}>
        <AdminScreens />
      </Route>
      <Route component={NotFoundPage} />
    </Switch>
  );
}

/**
 * A page for signed-in users inside the shell, which stays mounted while the page's code loads and while pages change.
 */
function Screen({ name }: { name: ScreenName }) {
  const Page = PAGES[name];
  // During the session check, where the entry has not loaded it before.
  useEffect(() => void Page.preload(), [Page]);
  const { skeleton: shape, ...look }: ShellLook & { skeleton: SkeletonShape } = SCREENS[name];
  const skeleton = <PageSkeleton of={shape} />;
  return (
    <SignedIn loading={<LoadingShell skeleton={skeleton} {...look} />}>
      <Shell {...look}>
        <ErrorBoundary isWithin>
          <Suspense fallback={skeleton}>
            <Page />
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </SignedIn>
  );
}

/** The admin screens, which have their own frame. Their code is loaded for admins only. */
function AdminScreens() {
  return (
    <AdminOnly>
      <Suspense fallback={<SpinnerBlock fill="page" />}>
        <AdminPage />
      </Suspense>
    </AdminOnly>
  );
}

/** The landing page is another document: navigating to its address leaves this one. */
function Landing() {
  useEffect(() => location.assign(ROUTE.landing), []);
  return <SpinnerBlock fill="page" />;
}
