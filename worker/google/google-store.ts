import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne, mustHold } from "../../db/guard.ts";
import { googleLinks, secondFactors, users } from "../../db/schema/index.ts";
import type { Device } from "../auth/device.ts";
import { deleteGoogleLink, insertGoogleLink } from "../auth/google-link-store.ts";
import { logInColumns } from "../auth/log-in-store.ts";
import { deleteResets } from "../auth/password-reset-store.ts";
import { deleteVerificationCode } from "../auth/verification-code-store.ts";
import type { MailAddress } from "../platform/mail-address.ts";
import { endAllSessions } from "../platform/session-store.ts";
import { claimUnverified, idAt, noteSecurityChangeIfUnchanged } from "../platform/user-store.ts";

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
export function selectByEmail(query: Query, device: Device, address: MailAddress) {
  return selectAccount(query, device, eq(users.id, idAt(address)));
}

/** The statement that refuses its batch when the Google account is no longer linked to this account. */
export function mustBeLinked(query: Query, userId: SQL<string> | string, subject: string) {
  const link = sql`SELECT 1 FROM ${googleLinks} WHERE ${googleLinks.subject} = ${subject} AND ${googleLinks.userId} = ${userId}`;
  return mustHold(query, ACCOUNT_CHANGED, sql`EXISTS (${link})`);
}

/**
 * The statements that link an account, provided it has not changed since it was read; they hold its withdrawals from
 * now on.
 */
export function linkAccount(query: Query, account: GoogleAccount, subject: string, nowMs: number) {
  return [
    noteSecurityChangeIfUnchanged(query, account, nowMs),
    mustHaveChangedOne(query, ACCOUNT_CHANGED),
    insertGoogleLink(query, account.id, subject, nowMs),
  ] as const;
}

/** The statements that give an unverified account to the person whom Google knows as the owner of its address. */
export function claimAccount(
  query: Query,
  userId: string,
  owner: { subject: string; firstName: string; lastName: string },
  nowMs: number,
) {
  return [
    claimUnverified(query, userId, owner, nowMs),
    mustHaveChangedOne(query, ACCOUNT_CHANGED),
    ...endAllSessions(query, userId),
    deleteVerificationCode(query, userId),
    deleteResets(query, userId),
    deleteGoogleLink(query, userId),
    insertGoogleLink(query, userId, owner.subject, nowMs),
  ] as const;
}

/** The guard that refuses a write when the account has changed since it was read. */
export const ACCOUNT_CHANGED = "google_account_changed";
