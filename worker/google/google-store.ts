import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne, mustHold } from "../../db/guard.ts";
import { NO_PASSWORD } from "../../db/no-password.ts";
import {
  googleLinks,
  passwordResets,
  secondFactors,
  sessions,
  users,
  verificationCodes,
} from "../../db/schema/index.ts";
import type { Device } from "../auth/device.ts";
import { logInColumns } from "../auth/log-in-store.ts";

/** The SQL of signing in with Google. Functions return statements; the verb puts them into batches. */

function selectAccount(query: Query, device: Device, which: SQL) {
  return query
    .select({
      ...logInColumns(device),
      role: users.role,
      firstName: users.firstName,
      passwordHash: users.passwordHash,
      emailVerifiedAtMs: users.emailVerifiedAtMs,
      googleSubject: googleLinks.subject,
      secondFactor: secondFactors.userId,
    })
    .from(users)
    .leftJoin(googleLinks, eq(googleLinks.userId, users.id))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(which);
}

/** An account as a sign-in reads it. */
export type GoogleAccount = Awaited<ReturnType<typeof selectAccount>>[number];

/** The account linked to a Google account. */
export function selectLinked(query: Query, device: Device, subject: string) {
  const owner = sql`(SELECT ${googleLinks.userId} FROM ${googleLinks} WHERE ${googleLinks.subject} = ${subject})`;
  return selectAccount(query, device, eq(users.id, owner));
}

/** The account with an address. */
export function selectByEmail(query: Query, device: Device, email: string) {
  return selectAccount(query, device, eq(users.email, email));
}

/** The statement that refuses its batch when the Google account is no longer linked to this account. */
export function mustBeLinked(query: Query, userId: SQL<string> | string, subject: string) {
  const link = sql`SELECT 1 FROM ${googleLinks} WHERE ${googleLinks.subject} = ${subject} AND ${googleLinks.userId} = ${userId}`;
  return mustHold(query, ACCOUNT_CHANGED, sql`EXISTS (${link})`);
}

/** The statement that links a Google account. */
export function insertLink(query: Query, userId: string, subject: string, nowMs: number) {
  return query.insert(googleLinks).values({ userId, subject, linkedAtMs: nowMs });
}

/**
 * The statements that link an account, provided it has not changed since it was read; they hold its withdrawals from
 * now on.
 */
export function linkAccount(query: Query, account: GoogleAccount, subject: string, nowMs: number) {
  const asRead = and(eq(users.id, account.id), eq(users.passwordHash, account.passwordHash));
  return [
    query.update(users).set({ securityChangedAtMs: nowMs }).where(asRead),
    mustHaveChangedOne(query, ACCOUNT_CHANGED),
    insertLink(query, account.id, subject, nowMs),
  ] as const;
}

/** The statements that give an unverified account to the person whom Google knows as the owner of its address. */
export function claimAccount(
  query: Query,
  userId: string,
  owner: { subject: string; firstName: string; lastName: string },
  nowMs: number,
) {
  const { subject, ...names } = owner;
  return [
    query
      .update(users)
      .set({ ...names, passwordHash: NO_PASSWORD, emailVerifiedAtMs: nowMs })
      .where(and(eq(users.id, userId), isNull(users.emailVerifiedAtMs))),
    mustHaveChangedOne(query, ACCOUNT_CHANGED),
    ...[sessions, verificationCodes, passwordResets, googleLinks].map((table) =>
      query.delete(table).where(eq(table.userId, userId)),
    ),
    insertLink(query, userId, subject, nowMs),
  ] as const;
}

/** The guard that refuses a write when the account has changed since it was read. */
export const ACCOUNT_CHANGED = "google_account_changed";
