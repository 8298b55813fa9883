import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { NO_PASSWORD } from "../../db/no-password.ts";
import {
  accounts,
  googleLinks,
  identities,
  images,
  paymentMethods,
  recoveryCodes,
  secondFactors,
  tradeDays,
  tradeTotals,
  users,
} from "../../db/schema/index.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { dayAt } from "../contract/trade-calendar.ts";
import { IDENTITY_COLUMNS } from "../identity/identity-store.ts";
import { identityView } from "../identity/identity-view.ts";
import { imagePath } from "../images/image-name.ts";
import { totalsOf } from "../ledger/ledger-store.ts";
import { type DayFacts, figuresOfTotals } from "../performance/analytics.ts";
import { NO_TRADES } from "../performance/trade-totals.ts";
import type { Scope } from "../platform/scope.ts";
import { analyticsView } from "../trades/trade-summary.ts";
import { PAYMENT_METHOD_COLUMNS } from "./payment-method-store.ts";
import { paymentMethodsView } from "./payment-method-view.ts";

/** The user as the API shows it: the fields of the specification's section 3, built one by one. Money in dollars. */
export type UserView = ReturnType<typeof userView>;

/** How many recovery codes a user has left, as a column of a query on `users`. */
export const recoveryCodesLeft = sql<number>`(SELECT count(*) FROM ${recoveryCodes} WHERE ${recoveryCodes.userId} = ${users.id} AND ${recoveryCodes.usedAtMs} IS NULL)`;

/** The statement that reads the facts of the view. @param userId an SQL expression; NULL gives no row */
export function selectUser(query: Query, userId: SQL | string) {
  return query
    .select({
      id: users.id,
      email: users.email,
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      phone: users.phone,
      address: users.address,
      theme: users.theme,
      timeZone: users.timeZone,
      createdAtMs: users.createdAtMs,
      frozenAtMs: users.frozenAtMs,
      hasLoginAlerts: users.hasLoginAlerts,
      hasEmailNotifications: users.hasEmailNotifications,
      hasSecondFactor: sql<number>`${users.id} IN (SELECT ${secondFactors.userId} FROM ${secondFactors})`,
      recoveryCodesLeft,
      hasPassword: sql<number>`${users.passwordHash} <> ${NO_PASSWORD}`,
      hasGoogle: sql<number>`${users.id} IN (SELECT ${googleLinks.userId} FROM ${googleLinks})`,
      balanceCents: accounts.balanceCents,
      avatar: sql<
        string | null
      >`(SELECT ${images.filename} FROM ${images} WHERE ${images.userId} = ${users.id} AND ${images.purpose} = 'avatar')`,
      identity: IDENTITY_COLUMNS,
      paymentMethods: PAYMENT_METHOD_COLUMNS,
      ...totalsOf(users.id),
      tradeTotals,
      tradedDays: sql<number>`(SELECT count(*) FROM ${ownDays})`,
      winningDays: sql<number>`(SELECT count(*) FROM ${ownDays} AND profit_cents > 0)`,
      losingDays: sql<number>`(SELECT count(*) FROM ${ownDays} AND profit_cents < 0)`,
      bestDayCents: sql<number | null>`(SELECT max(profit_cents) FROM ${ownDays})`,
      lastDay: sql<number | null>`(SELECT max(day) FROM ${ownDays})`,
      lastDayCents: sql<number | null>`(SELECT profit_cents FROM ${ownDays} ORDER BY day DESC LIMIT 1)`,
    })
    .from(users)
    .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.kind, "available")))
    .leftJoin(identities, eq(identities.userId, users.id))
    .leftJoin(paymentMethods, eq(paymentMethods.userId, users.id))
    .leftJoin(tradeTotals, eq(tradeTotals.userId, users.id))
    .where(eq(users.id, userId));
}

const ownDays = sql`${tradeDays} WHERE ${tradeDays.userId} = ${users.id}`;

/** The row of {@link selectUser}. */
export type UserRow = Awaited<ReturnType<typeof selectUser>>[number];

/**
 * Builds the view of a user.
 * @param sessionKind becomes the role: an ordinary log-in gives an admin no admin rights
 * @param scope its clock determines today in the user's zone
 */
export function userView(row: UserRow, sessionKind: "trader" | "admin", scope: Pick<Scope, "now" | "settings">) {
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
    ...identityView(row.identity),
    balance: dollarsFromCents(row.balanceCents),
    /** Held for withdrawals that are not paid yet; not included in the balance. */
    heldBalance: dollarsFromCents(row.heldCents),
    totalWithdrawals: dollarsFromCents(row.totalWithdrawalsCents),
    createdAt: new Date(row.createdAtMs).toISOString(),
    /** Since when no money can be moved in this account; null when it is not frozen. */
    frozenAt: row.frozenAtMs === null ? null : new Date(row.frozenAtMs).toISOString(),
    theme: row.theme,
    timeZone: row.timeZone,
    /** The time zone of the admin screens, only in an admin session. */
    operationTimeZone: sessionKind === "admin" ? scope.settings.OPERATION_TIME_ZONE : null,
    role: sessionKind,
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
    analytics: {
      totalDeposits: dollarsFromCents(row.totalDepositsCents),
      ...analyticsView(figuresOfTotals(row.tradeTotals ?? NO_TRADES, dayFacts(row, scope.now()))),
    },
  };
}

/** No trade closes in the future, so the last day with trades is today or earlier. */
function dayFacts(row: UserRow, nowMs: number): DayFacts {
  const isToday = row.lastDay === dayAt(nowMs, row.timeZone);
  return {
    tradedDays: row.tradedDays,
    winningDays: row.winningDays,
    losingDays: row.losingDays,
    bestDayCents: row.bestDayCents ?? 0,
    todayCents: isToday ? (row.lastDayCents ?? 0) : 0,
  };
}
