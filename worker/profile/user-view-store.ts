import { eq, type SQL, sql } from "drizzle-orm";
import { NO_PASSWORD } from "../../db/no-password.ts";
import { prepared, type Value } from "../../db/prepared.ts";
import { rowValue } from "../../db/row-value.ts";
import {
  accounts,
  demoParts,
  demoRuns,
  deposits,
  googleLinks,
  identities,
  images,
  paymentExceptions,
  paymentMethods,
  recoveryCodes,
  secondFactors,
  sessions,
  tradeDays,
  tradeTotals,
  users,
} from "../../db/schema/index.ts";
import { type AdminRole, readRoles } from "../contract/admin-roles.ts";
import type { BrokerAccountSummary } from "../contract/broker/broker-shapes.ts";
import { IDENTITY_COLUMNS } from "../identity/identity-store.ts";
import { totalsOf } from "../ledger/ledger-store.ts";
import { rolesOf } from "../platform/session-store.ts";
import { PAYMENT_METHOD_COLUMNS } from "./payment-method-store.ts";

/** The SQL that reads a user as the API shows them. */

/** How many recovery codes a user has left, as a column of a query on `users`. */
export const recoveryCodesLeft = sql<number>`(SELECT count(*) FROM ${recoveryCodes} WHERE ${recoveryCodes.userId} = ${users.id} AND ${recoveryCodes.usedAtMs} IS NULL)`;

const { trades, wins, losses, buys, profitCents, grossProfitCents, grossLossCents, holdingMs } = tradeTotals;
const SHOWN_TOTALS = {
  ...{ trades, wins, losses, buys, holdingMs, resultUnits: profitCents },
  ...{ grossProfitUnits: grossProfitCents, grossLossUnits: grossLossCents },
};

const ownDays = sql`${tradeDays} WHERE ${tradeDays.userId} = ${users.id}`;
const countDays = (result: SQL) => sql<number>`(SELECT count(*) FROM ${ownDays} AND ${result})`;

const ownPaid = sql`${deposits} WHERE ${deposits.userId} = ${users.id} AND ${deposits.status} = 'paid'`;

/**
 * How far a user is with the first steps of the dashboard. What is awaited counts until the first paid deposit: later it
 * would be a walk over all of them.
 */
const FIRST_STEPS = {
  firstStepsHiddenAtMs: users.firstStepsHiddenAtMs,
  firstDemoAtMs: sql<
    number | null
  >`(SELECT ${demoRuns.startedAtMs} FROM ${demoRuns} WHERE ${demoRuns.userId} = ${users.id} AND ${demoRuns.run} = 1)`,
  firstDepositAtMs: sql<
    number | null
  >`(SELECT ${deposits.paidAtMs} FROM ${ownPaid} ORDER BY ${deposits.createdAtMs} LIMIT 1)`,
  openCodeEndsAtMs: sql<
    number | null
  >`(SELECT max(${deposits.expiresAtMs}) FROM ${deposits} WHERE ${deposits.userId} = ${users.id} AND ${deposits.status} = 'pending')`,
  // In this order, along the user's deposits: the open exceptions are everybody's.
  isPaymentReviewed: sql<number>`CASE WHEN EXISTS (SELECT 1 FROM ${ownPaid}) THEN 0 ELSE EXISTS (SELECT 1 FROM ${deposits} CROSS JOIN ${paymentExceptions} ON ${paymentExceptions.depositId} = ${deposits.id} WHERE ${deposits.userId} = ${users.id} AND ${paymentExceptions.status} = 'open') END`,
};

/** A broker account of the user: its result is in its own units. */
type BrokerAccountRow = Omit<BrokerAccountSummary, "result"> & { resultUnits: number };

const BROKER_ACCOUNTS = sql`(
  SELECT json_group_array(json_object(
    'number', number, 'name', name, 'currency', currency, 'decimals', decimals, 'trades', coalesce(trades, 0),
    'resultUnits', coalesce(result_units, 0)
  ) ORDER BY number)
  FROM broker_accounts LEFT JOIN broker_totals ON broker_totals.account_id = broker_accounts.id
  WHERE broker_accounts.user_id = ${users.id} AND deleted_at_ms IS NULL
)`
  // The statement makes these objects.
  .mapWith((json: string) => JSON.parse(json) as BrokerAccountRow[]);

/** The facts of a user's view, money in cents, for a statement about `users` with their available account. */
const VIEW_COLUMNS = {
  id: users.id,
  email: users.email,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  role: users.role,
  adminRoles: sql<AdminRole[]>`${rolesOf(users.id)}`.mapWith(readRoles),
  phone: users.phone,
  address: users.address,
  theme: users.theme,
  timeZone: users.timeZone,
  language: users.language,
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
  identity: rowValue(IDENTITY_COLUMNS, eq(identities.userId, users.id)),
  paymentMethods: rowValue(PAYMENT_METHOD_COLUMNS, eq(paymentMethods.userId, users.id)),
  ...totalsOf(users.id),
  tradeTotals: rowValue(SHOWN_TOTALS, eq(tradeTotals.userId, users.id)),
  // Each counted along the index by result; one pass over all columns of the days would take four times as long.
  winningDays: countDays(sql`${tradeDays.profitCents} > 0`),
  losingDays: countDays(sql`${tradeDays.profitCents} < 0`),
  evenDays: countDays(sql`${tradeDays.profitCents} = 0`),
  bestDayCents: sql<number | null>`(SELECT max(${tradeDays.profitCents}) FROM ${ownDays})`,
  lastDay: rowValue(
    { day: tradeDays.day, profitCents: tradeDays.profitCents },
    sql`${tradeDays.userId} = ${users.id} ORDER BY ${tradeDays.day} DESC LIMIT 1`,
  ),
  ...FIRST_STEPS,
  brokerAccounts: BROKER_ACCOUNTS,
  demoRun: rowValue(
    { run: demoRuns.run, startCents: demoRuns.startCents },
    sql`${demoRuns.userId} = ${users.id} ORDER BY ${demoRuns.run} DESC LIMIT 1`,
  ),
  lastDemoPart: rowValue(
    { run: demoParts.run, balanceCents: demoParts.balanceCents },
    sql`${demoParts.userId} = ${users.id} ORDER BY ${demoParts.id} DESC LIMIT 1`,
  ),
};

const ownAvailable = eq(accounts.id, sql`'available:' || ${users.id}`);

/** The statement that reads the facts of a user's view. @param userId an expression that is NULL gives no row */
export const selectUser = prepared((query, userId: SQL | Value<string>) =>
  query.select(VIEW_COLUMNS).from(users).leftJoin(accounts, ownAvailable).where(eq(users.id, userId)),
);

/** A user as {@link selectUser} reads them. */
export type UserRow = ReturnType<typeof selectUser>["_"]["result"][number];

/** The statement that reads the same of a session's user, with the session's kind. @param isOwn selects the session */
export const selectUserOfSession = prepared((query, isOwn: SQL) =>
  query
    .select({ userId: sessions.userId, sessionKind: sessions.kind, ...VIEW_COLUMNS })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(accounts, ownAvailable)
    .where(isOwn),
);
