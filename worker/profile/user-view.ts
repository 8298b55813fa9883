import { numberOfUnits } from "../contract/broker/units.ts";
import { languageOrNull } from "../contract/languages.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { dayAt } from "../contract/trade-calendar.ts";
import { identityView } from "../identity/identity-view.ts";
import { imagePath } from "../images/image-name.ts";
import { type DayFacts, figuresOfTotals } from "../performance/analytics.ts";
import { NO_TRADES } from "../performance/trade-totals.ts";
import type { Scope } from "../platform/scope.ts";
import { CENT_DECIMALS } from "../trades/trade-account.ts";
import { analyticsView } from "../trades/trade-summary.ts";
import { paymentMethodsView } from "./payment-method-view.ts";
import type { UserRow } from "./user-view-store.ts";

/** The user as the API shows it: the fields of the specification's section 3, built one by one. Money in dollars. */
export type UserView = ReturnType<typeof userView>;

/**
 * Builds the view of a user.
 * @param sessionKind becomes the role: an ordinary log-in gives an admin no admin rights
 * @param scope its clock determines today in the user's zone; its language counts for a user who has chosen none
 */
export function userView(
  row: UserRow,
  sessionKind: "trader" | "admin",
  scope: Pick<Scope, "now" | "settings" | "language">,
) {
  if (row.balanceCents === null) throw new Error("a user without their account");
  return {
    _id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    name: `${row.firstName} ${row.lastName}`,
    username: row.username,
    phone: row.phone,
    address: row.address,
    profileImage: imagePath(row.avatar),
    ...identityView(row.identity, languageOrNull(row.language) ?? scope.language),
    balance: dollarsFromCents(row.balanceCents),
    /** Held for withdrawals that are not paid yet; not included in the balance. */
    heldBalance: dollarsFromCents(row.heldCents),
    totalWithdrawals: dollarsFromCents(row.totalWithdrawalsCents),
    createdAt: new Date(row.createdAtMs).toISOString(),
    /** Since when no money can be moved in this account; null when it is not frozen. */
    frozenAt: row.frozenAtMs === null ? null : new Date(row.frozenAtMs).toISOString(),
    theme: row.theme,
    timeZone: row.timeZone,
    /** Null where none was chosen: the browser's counts. */
    language: languageOrNull(row.language),
    /** The time zone of the admin screens, only in an admin session. */
    operationTimeZone: sessionKind === "admin" ? scope.settings.OPERATION_TIME_ZONE : null,
    role: sessionKind,
    /** What they may do as an admin; nothing in a trader's session. */
    roles: sessionKind === "admin" ? row.adminRoles : [],
    /** True if the user is an admin, whatever the session: they can log in as one. */
    isAdmin: row.role === "admin",
    security: {
      twoFactor: Boolean(row.hasSecondFactor),
      recoveryCodesLeft: row.recoveryCodesLeft,
      /** True if a log-in on a new device is mailed. */
      loginAlerts: row.hasLoginAlerts,
      /** False for a user who signed up with Google and has not set a password. */
      hasPassword: Boolean(row.hasPassword),
      /** True if a Google account is linked. */
      google: Boolean(row.hasGoogle),
    },
    /** The optional mails. Source: specification section 3, "Local settings" */
    notifications: { email: row.hasEmailNotifications },
    paymentMethods: paymentMethodsView(row.paymentMethods),
    demo: demoView(row),
    /** Their broker accounts, so that a page knows at once which there are. Results are of each account's own currency. */
    brokerAccounts: row.brokerAccounts.map(({ resultUnits, ...account }) => ({
      ...account,
      result: numberOfUnits(resultUnits, account.decimals),
    })),
    firstSteps: firstStepsView(row, scope.now()),
    analytics: {
      totalDeposits: dollarsFromCents(row.totalDepositsCents),
      ...analyticsView(figuresOfTotals(row.tradeTotals ?? NO_TRADES, dayFacts(row, scope.now())), CENT_DECIMALS),
    },
  };
}

/**
 * The newest demo run, so that a page knows at once whose results it opens with. Null before the first one.
 *
 * @returns `balance` is that after the run's last closed position, and `result` the same less its start balance; `hasTrades` is
 * true if a position was closed in any run
 */
function demoView({ demoRun, lastDemoPart }: Pick<UserRow, "demoRun" | "lastDemoPart">) {
  if (demoRun === null) return null;
  const { run, startCents } = demoRun;
  const balanceCents = lastDemoPart?.run === run ? lastDemoPart.balanceCents : startCents;
  const [balance, result] = [dollarsFromCents(balanceCents), dollarsFromCents(balanceCents - startCents)];
  return { run, balance, result, hasTrades: lastDemoPart !== null };
}

/**
 * How far the user is with the first steps: a demo order, a deposit, and the identity of the view's other fields.
 *
 * @returns `demoAt` is when the first order was accepted; `deposit` is `open` while a code can be paid, and `review` while
 * an admin looks at a payment that did not match its code
 */
function firstStepsView(row: UserRow, nowMs: number) {
  const { firstStepsHiddenAtMs, firstDemoAtMs, firstDepositAtMs, openCodeEndsAtMs, isPaymentReviewed } = row;
  const isOpen = openCodeEndsAtMs !== null && openCodeEndsAtMs > nowMs;
  const awaited = isPaymentReviewed ? ("review" as const) : isOpen ? ("open" as const) : ("none" as const);
  return {
    isHidden: firstStepsHiddenAtMs !== null,
    demoAt: isoOrNull(firstDemoAtMs),
    depositAt: isoOrNull(firstDepositAtMs),
    deposit: firstDepositAtMs === null ? awaited : ("paid" as const),
  };
}

function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

/** No trade closes in the future, so the last day with trades is today or earlier. */
function dayFacts({ winningDays, losingDays, evenDays, ...row }: UserRow, nowMs: number): DayFacts {
  const isToday = row.lastDay?.day === dayAt(nowMs, row.timeZone);
  return {
    tradedDays: winningDays + losingDays + evenDays,
    winningDays,
    losingDays,
    bestDayUnits: row.bestDayCents ?? 0,
    todayUnits: isToday ? (row.lastDay?.profitCents ?? 0) : 0,
  };
}
