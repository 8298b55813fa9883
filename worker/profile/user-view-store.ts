import { and, eq, type SQL, sql } from "drizzle-orm";
import { NO_PASSWORD } from "../../db/no-password.ts";
import { prepared, type Value } from "../../db/prepared.ts";
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
import { IDENTITY_COLUMNS } from "../identity/identity-store.ts";
import { totalsOf } from "../ledger/ledger-store.ts";
import { PAYMENT_METHOD_COLUMNS } from "./payment-method-store.ts";

/** The SQL that reads a user as the API shows them. */

/** How many recovery codes a user has left, as a column of a query on `users`. */
export const recoveryCodesLeft = sql<number>`(SELECT count(*) FROM ${recoveryCodes} WHERE ${recoveryCodes.userId} = ${users.id} AND ${recoveryCodes.usedAtMs} IS NULL)`;

/** A user's trading days, counted in one pass over them. */
type DayTotals = { tradedDays: number; winningDays: number; losingDays: number; bestDayCents: number | null };

function readDayTotals(text: string): DayTotals {
  // The columns of `dayTotals`, in order.
  const [tradedDays, winningDays, losingDays, bestDayCents] = JSON.parse(text) as [
    number,
    number,
    number,
    number | null,
  ];
  return { tradedDays, winningDays, losingDays, bestDayCents };
}

const ownDays = sql`${tradeDays} WHERE ${tradeDays.userId} = ${users.id}`;

/** The statement that reads the facts of a user's view, money in cents. @param userId an expression that is NULL gives no row */
export const selectUser = prepared((query, userId: SQL | Value<string>) =>
  query
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
      dayTotals:
        sql`(SELECT json_array(count(*), coalesce(sum(profit_cents > 0), 0), coalesce(sum(profit_cents < 0), 0), max(profit_cents)) FROM ${ownDays})`.mapWith(
          readDayTotals,
        ),
      lastDay: sql<number | null>`(SELECT max(day) FROM ${ownDays})`,
      lastDayCents: sql<number | null>`(SELECT profit_cents FROM ${ownDays} ORDER BY day DESC LIMIT 1)`,
    })
    .from(users)
    .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.kind, "available")))
    .leftJoin(identities, eq(identities.userId, users.id))
    .leftJoin(paymentMethods, eq(paymentMethods.userId, users.id))
    .leftJoin(tradeTotals, eq(tradeTotals.userId, users.id))
    .where(eq(users.id, userId)),
);

/** A user as {@link selectUser} reads them. */
export type UserRow = ReturnType<typeof selectUser>["_"]["result"][number];
