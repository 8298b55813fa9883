import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { NO_PASSWORD } from "../../db/no-password.ts";
import { users } from "../../db/schema/index.ts";
import { readPhone } from "../contract/phone.ts";
import { HAS_CHANGED_ONE } from "./audit-log-store.ts";
import { type MailAddress, mailboxOf } from "./mail-address.ts";
import { nameKey } from "./name-key.ts";

/**
 * The only SQL that writes the row of a user; every kind of log-in, the profile and the admins share it. Functions
 * return statements; verbs put them into batches.
 */

/** A row of `users` to insert. */
export type NewUser = typeof users.$inferInsert;

/**
 * The id of the user with an address, as an expression; NULL without one. Of two accounts that an earlier version made for
 * one mailbox, that with the typed spelling.
 */
export function idAt({ typed, mailbox }: MailAddress): SQL {
  const order = sql`${users.email} = ${typed} DESC, ${users.email} = ${mailbox} DESC`;
  return sql`(SELECT ${users.id} FROM ${users} WHERE ${hasAddress({ typed, mailbox })} ORDER BY ${order} LIMIT 1)`;
}

/** The condition that a user has an address, in any spelling of its mailbox. */
export function hasAddress({ typed, mailbox }: MailAddress): SQL {
  // Both spellings are also looked up as they are stored: a row of an earlier version may not have its mailbox yet.
  return sql`(${users.email} IN (${typed}, ${mailbox}) OR ${users.mailbox} = ${mailbox})`;
}

/** The statement that reads the user with an address, as it is stored, and when it was verified. */
export function selectUserByEmail(query: Query, address: MailAddress) {
  return query
    .select({ id: users.id, email: users.email, emailVerifiedAtMs: users.emailVerifiedAtMs })
    .from(users)
    .where(eq(users.id, idAt(address)));
}

/** The statement that reads the id of the user with a username. @param usernameKey normalised */
export function selectUserByUsername(query: Query, usernameKey: string) {
  return query.select({ id: users.id }).from(users).where(eq(users.usernameKey, usernameKey));
}

/** The statement that reads the address of a user. @param userId an expression that is NULL gives no row */
export function selectEmail(query: Query, userId: SQL | string) {
  return query.select({ email: users.email }).from(users).where(eq(users.id, userId));
}

/** The condition on `users` of a mail to a user who has alerts about log-ins. */
export function wantsLoginAlerts(userId: SQL | string): SQL {
  return sql`${users.id} = ${userId} AND ${users.hasLoginAlerts}`;
}

/** The condition on `users` of a mail to a user whose address is not verified. */
export function isUnverified(userId: string): SQL {
  return sql`${users.id} = ${userId} AND ${users.emailVerifiedAtMs} IS NULL`;
}

/** The condition on `users` of a mail to one user that is sent only if the previous statement changed a row. */
export function isUserIfPreviousChanged(who: { id: string } | { address: MailAddress }): SQL {
  return sql`${eq(users.id, "id" in who ? who.id : idAt(who.address))} AND ${HAS_CHANGED_ONE}`;
}

/**
 * The statement that inserts a user. The database refuses an address or username that is in use.
 * @param user.email the spelling of its mailbox
 */
export function insertUser(query: Query, user: NewUser) {
  return query.insert(users).values({ ...user, mailbox: user.email, ...keysOf(user) });
}

/** The keys of the names that change. */
function keysOf({ firstName, lastName }: { firstName?: string | undefined; lastName?: string | undefined }) {
  return {
    ...(firstName === undefined ? {} : { firstNameKey: nameKey(firstName) }),
    ...(lastName === undefined ? {} : { lastNameKey: nameKey(lastName) }),
  };
}

/**
 * The columns that a user chooses. Some need more in the same batch: `timeZone` the recount of the trading days
 * (`countDaysIn`), `username` its `usernameKey`, a name its audit row.
 */
type Choices = Pick<
  NewUser,
  | "firstName"
  | "language"
  | "lastName"
  | "username"
  | "usernameKey"
  | "phone"
  | "address"
  | "timeZone"
  | "theme"
  | "hasLoginAlerts"
  | "hasEmailNotifications"
  | "firstStepsHiddenAtMs"
>;

/** The statement that writes what a user chose. @param userId an expression that is NULL changes nothing */
export function setChoices(query: Query, userId: SQL | string, choices: Partial<Choices>) {
  return query
    .update(users)
    .set({ ...choices, ...keysOf(choices) })
    .where(eq(users.id, sql`${userId}`));
}

/**
 * The statement that records a security change. For the next day no withdrawal of the account is approved, including
 * those requested before.
 */
export function noteSecurityChange(query: Query, userId: SQL | string, nowMs: number) {
  return query
    .update(users)
    .set({ securityChangedAtMs: nowMs })
    .where(eq(users.id, sql`${userId}`));
}

/** The statement that replaces a user's password, which is a security change. */
export function setPassword(query: Query, userId: string, passwordHash: string, nowMs: number) {
  return query.update(users).set({ passwordHash, securityChangedAtMs: nowMs }).where(eq(users.id, userId));
}

/** The statement that stores the hash of the same password under current parameters. */
export function renewPasswordHash(query: Query, userId: string, passwordHash: string) {
  return query.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

/**
 * The statement that records that an operator with database access verified a user's address, and replaces the
 * password.
 * @param passwordHash a new password; without one the user keeps theirs
 */
export function setVerifiedAndPassword(query: Query, userId: string, passwordHash: string | undefined, nowMs: number) {
  return query.update(users).set({ emailVerifiedAtMs: nowMs, passwordHash }).where(eq(users.id, userId));
}

/** The statement that records that an address was verified; it changes no row when it was before. */
export function setEmailVerified(query: Query, userId: string, nowMs: number) {
  return query
    .update(users)
    .set({ emailVerifiedAtMs: nowMs })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAtMs)));
}

/** The statement that records a log-in with a device, as the account's first one if it has none. */
export function noteDevice(query: Query, userId: string, deviceHash: string, nowMs: number) {
  const { firstDeviceHash, otherDeviceLogInAtMs } = users;
  return query
    .update(users)
    .set({
      firstDeviceHash: sql`coalesce(${firstDeviceHash}, ${deviceHash})`,
      otherDeviceLogInAtMs: sql`CASE WHEN coalesce(${firstDeviceHash}, ${deviceHash}) = ${deviceHash} THEN ${otherDeviceLogInAtMs} ELSE ${nowMs} END`,
    })
    .where(eq(users.id, userId));
}

/**
 * The statement that records a security change, provided the password has not changed since it was read. Otherwise it
 * changes no row.
 */
export function noteSecurityChangeIfUnchanged(query: Query, read: { id: string; passwordHash: string }, nowMs: number) {
  return query
    .update(users)
    .set({ securityChangedAtMs: nowMs })
    .where(and(eq(users.id, read.id), eq(users.passwordHash, read.passwordHash)));
}

/**
 * The statement that gives an unverified account to the proven owner of its address, with their names and without its
 * password. It changes no row when the address was verified meanwhile.
 */
export function claimUnverified(
  query: Query,
  userId: string,
  owner: { firstName: string; lastName: string },
  nowMs: number,
) {
  const { firstName, lastName } = owner;
  return query
    .update(users)
    .set({ firstName, lastName, ...keysOf(owner), passwordHash: NO_PASSWORD, emailVerifiedAtMs: nowMs })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAtMs)));
}

/** A row of which a job fills the columns that only this version of the code knows. */
export type RowWithoutKeys = { id: string; email: string; firstName: string; lastName: string; phone: string };

/** The statement that reads rows that an earlier version wrote. */
export function selectRowsWithoutKeys(query: Query, limit: number) {
  const { id, email, firstName, lastName, phone } = users;
  return query
    .select({ id, email, firstName, lastName, phone })
    .from(users)
    .where(and(isNull(users.mailbox), isNull(users.closedAtMs)))
    .orderBy(id)
    .limit(limit);
}

/** The statement that fills such a row; it changes none that has changed since it was read. */
export function fillKeys(query: Query, row: RowWithoutKeys) {
  const { id, email, firstName, lastName, phone } = row;
  return query
    .update(users)
    .set({ mailbox: mailboxOf(email), ...keysOf(row), phone: readPhone(phone) ?? phone })
    .where(
      and(
        eq(users.id, id),
        eq(users.firstName, firstName),
        eq(users.lastName, lastName),
        eq(users.phone, phone),
        isNull(users.closedAtMs),
      ),
    )
    .returning({ id: users.id });
}

/** A freeze of an account. */
export type Freeze = { atMs: number; reason: string; by: string };

/**
 * The statements that freeze an account, or with null unfreeze it. They refuse their batch as `version_conflict` when
 * it has changed since it was read.
 */
export function setFrozen(query: Query, read: { id: string; adminVersion: number }, freeze: Freeze | null) {
  const { atMs = null, reason = null, by = null } = freeze ?? {};
  return [
    query
      .update(users)
      .set({ frozenAtMs: atMs, frozenReason: reason, frozenBy: by, adminVersion: read.adminVersion + 1 })
      .where(and(eq(users.id, read.id), eq(users.adminVersion, read.adminVersion))),
    mustHaveChangedOne(query, "version_conflict"),
  ] as const;
}

/**
 * The statement that changes a user's role. The database refuses it as `own_account`, `not_an_admin`, `wrong_state`,
 * `approvals_missing`, `role_needed`, `last_operators` or `last_admin`.
 * @param gift.by the admin who changes it, or `system` for an operator with database access
 * @param gift.atMs when; a new admin's approvals count a day after it, unless `system` appointed them
 */
export function giveRole(query: Query, gift: { userId: string; role: "trader" | "admin"; by: string; atMs: number }) {
  const { userId, role, by, atMs } = gift;
  return query
    .update(users)
    .set({ role, roleGivenBy: by, roleGivenAtMs: atMs, adminVersion: sql`${users.adminVersion} + 1` })
    .where(eq(users.id, userId));
}

/** The statement that raises the version of an account, so that what admins saw and approved of it before is void. */
export function raiseAdminVersion(query: Query, userId: string) {
  return query
    .update(users)
    .set({ adminVersion: sql`${users.adminVersion} + 1` })
    .where(eq(users.id, userId));
}

/**
 * The statement that removes a user's lost second factor, which is a security change. The database does it, and refuses it as
 * `approvals_missing` without two admins' approvals of this version of the account.
 */
export function resetSecondFactor(query: Query, userId: string, nowMs: number) {
  return query
    .update(users)
    .set({
      secondFactorResetAtMs: nowMs,
      securityChangedAtMs: nowMs,
      adminVersion: sql`${users.adminVersion} + 1`,
    })
    .where(eq(users.id, userId));
}

/**
 * The statement that erases the personal data in a user's row and frees the e-mail address and username. The database
 * refuses it (`account_in_use`) while there is money, or money can arrive.
 */
export function erasePerson(query: Query, userId: string, nowMs: number) {
  const nobody = `closed-${userId}`;
  const name = { firstName: "Closed", lastName: "account" };
  return query
    .update(users)
    .set({
      // Mail is never delivered to that domain (RFC 2606), and sign-ups refuse usernames with a hyphen.
      email: `${nobody}@closed.invalid`,
      mailbox: `${nobody}@closed.invalid`,
      username: nobody,
      usernameKey: nobody,
      ...name,
      ...keysOf(name),
      phone: "",
      address: "",
      passwordHash: NO_PASSWORD,
      hasLoginAlerts: false,
      hasEmailNotifications: false,
      firstDeviceHash: null,
      otherDeviceLogInAtMs: null,
      closedAtMs: nowMs,
    })
    .where(eq(users.id, userId));
}
