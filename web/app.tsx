import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentType, Suspense, useEffect } from "react";
import { Redirect, Route, Switch } from "wouter";
import { DashboardPage } from "./dashboard/dashboard-page.tsx";
import { chartedSymbol } from "./market/traded-symbols.ts";
import { ConnectionBanner } from "./shell/connection-banner.tsx";
import { ErrorBoundary, NotFoundPage } from "./shell/error-page.tsx";
import { AdminOnly, Guest, SignedIn } from "./shell/guards.tsx";
import { Shell, type ShellLook } from "./shell/shell.tsx";
import { shellText } from "./shell/shell-text.ts";
import { lazyPage } from "./state/lazy-page.ts";
import { ADMIN_SCREENS, anyOf, ROUTE, ROUTE_PATTERN } from "./state/routes.ts";
import { check, followOtherTabs } from "./state/session.ts";
import { followSettingsOfOtherTabs } from "./state/settings.ts";
import { followThemeOfOtherTabs } from "./state/theme.ts";
import { areSumsHidden } from "./ui/hidden-sums.ts";
import { SpinnerBlock } from "./ui/spinner.tsx";
import { loadedToaster } from "./ui/toaster-slot.ts";

// The dashboard is not lazy: it is the first page after the log-in, and a chunk of its own would add to the total size.
const LogInPage = lazyPage(async () => (await import("./auth/log-in-page.tsx")).LogInPage);
const SignUpPage = lazyPage(async () => (await import("./auth/sign-up-page.tsx")).SignUpPage);
const VerifyEmailPage = lazyPage(async () => (await import("./auth/verify-email-page.tsx")).VerifyEmailPage);
const ForgotPasswordPage = lazyPage(async () => (await import("./auth/forgot-password-page.tsx")).ForgotPasswordPage);
const ResetPasswordPage = lazyPage(async () => (await import("./auth/reset-password-page.tsx")).ResetPasswordPage);
const AdminLogInPage = lazyPage(async () => (await import("./admin/admin-log-in-page.tsx")).AdminLogInPage);
const AccountPage = lazyPage(async () => (await import("./account/account-page.tsx")).AccountPage);
const ReceiptPage = lazyPage(async () => (await import("./deposits/receipt-page.tsx")).ReceiptPage);
const SettingsPage = lazyPage(async () => (await import("./settings/settings-page.tsx")).SettingsPage);
const ProfilePage = lazyPage(async () => (await import("./profile/profile-page.tsx")).ProfilePage);
const NotificationsPage = lazyPage(
  async () => (await import("./notifications/notifications-page.tsx")).NotificationsPage,
);
const DepositPage = lazyPage(async () => (await import("./deposits/deposit-page.tsx")).DepositPage);
const WithdrawalPage = lazyPage(async () => (await import("./withdrawals/withdrawal-page.tsx")).WithdrawalPage);
const PerformancePage = lazyPage(async () => (await import("./performance/performance-page.tsx")).PerformancePage);
const AppDialogs = lazyPage(async () => (await import("./shell/app-dialogs.tsx")).AppDialogs);
const AdminPage = lazyPage(async () => (await import("./admin/admin-page.tsx")).AdminPage);
const TradingPage = lazyPage(async () => (await import("./market/trading-page.tsx")).TradingPage);

const TRADING = anyOf(
  ROUTE.trading,
  ROUTE.tradingPositions,
  ROUTE.tradingChart,
  ROUTE.tradingOrders,
  ROUTE.tradingWatchlist,
  ROUTE.watchlist,
);
const ACCOUNT = anyOf(ROUTE.account, ROUTE.accountOverview, ROUTE.accountDeposit, ROUTE.accountHistory);
const ADMIN_PATHS = anyOf(...ADMIN_SCREENS);

/** The application: the page of every route, and the layers above all of them. */
export function App() {
  useEffect(() => {
    void check();
    const unsubscribers = [followOtherTabs(), followThemeOfOtherTabs(), followSettingsOfOtherTabs()];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, []);
  return (
    <ErrorBoundary>
      <Suspense fallback={<SpinnerBlock fill="page" />}>
        <Routes />
      </Suspense>
      <ConnectionBanner />
      <Suspense fallback={null}>
        <AppDialogs />
      </Suspense>
      <Toasts />
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
        <Screen page={DashboardPage} title={shellText.items.dashboard} figures="demo" hasFeed />
      </Route>
      <Route path={ROUTE.accountWithdraw}>
        <Screen page={AccountPage} title={shellText.items.account} />
      </Route>
      <Route path={ACCOUNT}>
        <Screen page={AccountPage} title={shellText.items.account} deposit="accent" />
      </Route>
      <Route path={ROUTE_PATTERN.depositReceipt}>
        <Screen page={ReceiptPage} title={shellText.titles.receipt} />
      </Route>
      <Route path={TRADING}>
        <Screen page={TradingPage} title={shellText.items.trading} figures="cash" hasFeed isFlush />
      </Route>
      <Route path={ROUTE_PATTERN.tradingSymbol}>
        {({ symbol }) =>
          chartedSymbol(symbol) ? (
            <Screen page={TradingPage} title={shellText.items.trading} figures="cash" hasFeed isFlush />
          ) : (
            <Redirect to={ROUTE.trading} replace />
          )
        }
      </Route>
      <Route path={ROUTE.performance}>
        <Screen page={PerformancePage} title={shellText.items.performance} deposit="accent" />
      </Route>
      <Route path={ROUTE.profile}>
        <Screen page={ProfilePage} title={shellText.items.profile} />
      </Route>
      <Route path={ROUTE.settings}>
        <Screen page={SettingsPage} title={shellText.items.settings} />
      </Route>
      <Route path={ROUTE.notifications}>
        <Screen page={NotificationsPage} title={shellText.titles.notifications} />
      </Route>
      <Route path={ROUTE.deposit}>
        <Screen page={DepositPage} title={shellText.titles.deposit} />
      </Route>
      <Route path={ROUTE.withdrawal}>
        <Screen page={WithdrawalPage} title={shellText.titles.withdrawal} />
      </Route>
      <Route path={ADMIN_PATHS}>
        <AdminScreens />
      </Route>
      <Route component={NotFoundPage} />
    </Switch>
  );
}

type ScreenProps = ShellLook & { page: ComponentType & { preload?: () => void } };

/**
 * A page for signed-in users inside the shell, which stays mounted while the page's code loads and while pages change.
 */
function Screen({ page: Page, ...look }: ScreenProps) {
  useEffect(() => Page.preload?.(), [Page]);
  return (
    <SignedIn>
      <Shell {...look}>
        <Suspense fallback={<SpinnerBlock />}>
          <Page />
        </Suspense>
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

function Toasts() {
  useSignals();
  const Toaster = loadedToaster.value;
  return Toaster && <Toaster />;
}
