import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { NO_PASSWORD } from "../../../db/no-password.ts";
import {
  accounts,
  admins,
  auditLog,
  googleLinks,
  identities,
  paymentMethods,
  secondFactors,
  userNotes,
  users,
} from "../../../db/schema/index.ts";
import { type AdminRole, readRoles } from "../../contract/admin-roles.ts";
import type { AuditAction } from "../../contract/audit-actions.ts";
import { totalsOf } from "../../ledger/ledger-store.ts";
import type { Page, Period } from "../../platform/paging.ts";
import { afterCursor, asideIf, conditionsOf, inPeriod, pageLimit, pageOrder } from "../../platform/paging-sql.ts";
import { rolesOf } from "../../platform/session-store.ts";
import { approvalsOn } from "../commands/approval-store.ts";
import { typedText } from "../lists/person-search.ts";
import { isFoundBy, nameOf, PERSON_COLUMNS } from "../lists/person-sql.ts";
import { isOneOf, ownersOfRecords } from "../lists/record-search-sql.ts";
import { seen, seenIdentity, seenPaymentMethods } from "../lists/seen-sql.ts";

/**
 * The admin SQL about users. Functions return statements; verbs put them into batches. Its columns contain no secret.
 */

/** The states by which users can be filtered. */
export const USER_STATES = ["frozen", "closed", "unverified", "admin", "shared_mailbox"] as const;
export type UserState = (typeof USER_STATES)[number];
/** The filter of a list of users. @property search as typed; the period is that of the sign-up */
export type UserFilter = Period & { search?: string | undefined; state?: UserState | undefined };
/** A user as {@link selectUserPage} reads them. */
export type ListedUserRow = Awaited<ReturnType<typeof selectUserPage>>[number];
/** A user as {@link selectAdminUser} reads them. */
export type AdminUserRow = Awaited<ReturnType<typeof selectAdminUser>>[number];

const hasSecondFactor = sql<number>`${users.id} IN (SELECT ${secondFactors.userId} FROM ${secondFactors})`;

/**
 * The statement that reads a page of users.
 * @param callerId NULL reads nothing
 * @throws AppError `invalid_input` for characters that no name contains
 */
export function selectUserPage(query: Query, callerId: SQL, { search, state, ...period }: UserFilter, page: Page) {
  const isSearched = search !== undefined;
  const columns = { createdAtMs: asideIf(isSearched, users.createdAtMs), id: users.id };
  return query
    .select({
      ...PERSON_COLUMNS,
      id: users.id,
      createdAtMs: users.createdAtMs,
      role: users.role,
      emailVerifiedAtMs: users.emailVerifiedAtMs,
      timeZone: users.timeZone,
      balanceCents: accounts.balanceCents,
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, sql`'available:' || ${users.id}`))
    .where(
      and(
        sql`${callerId} IS NOT NULL`,
        conditionsOf<UserFilter>({
          state: state && isInState(state, { isSearched }),
          search: isSearched ? isSearchedBy(callerId, search) : undefined,
        }),
        inPeriod(columns.createdAtMs, period),
        afterCursor(columns, page),
      ),
    )
    .orderBy(...pageOrder(columns, page))
    .limit(pageLimit(page));
}

const other = alias(users, "other");
const twin = alias(users, "twin");
/**
 * The mailboxes of several accounts: an earlier version took two spellings of a domain for two. At least one of the
 * accounts has another spelling than its mailbox.
 */
const SHARED_MAILBOXES = sql`(SELECT ${other.mailbox} FROM ${users} AS ${other} WHERE ${other.mailbox} <> ${other.email} AND EXISTS (SELECT 1 FROM ${users} AS ${twin} WHERE ${twin.mailbox} = ${other.mailbox} AND ${twin.id} <> ${other.id}))`;

/** Written so that SQLite can use the partial index of each state, unless there is a search. */
function isInState(state: UserState, { isSearched }: { isSearched: boolean }): SQL {
  return {
    frozen: sql`${asideIf(isSearched, users.frozenAtMs)} IS NOT NULL`,
    closed: sql`${asideIf(isSearched, users.closedAtMs)} IS NOT NULL`,
    unverified: sql`${asideIf(isSearched, users.emailVerifiedAtMs)} IS NULL`,
    admin: sql`${asideIf(isSearched, users.role)} = 'admin'`,
    shared_mailbox: inArray(asideIf(isSearched, users.mailbox), SHARED_MAILBOXES),
  }[state];
}

/**
 * The condition of a search for users: the text finds them as {@link isFoundBy}, or finds a deposit or a withdrawal of
 * theirs.
 * @throws AppError `invalid_input` for a text that is too long
 */
function isSearchedBy(callerId: SQL, typed: string): SQL | undefined {
  const text = typedText(typed, "search");
  return or(isFoundBy(callerId, text), isOneOf(users.id, ownersOfRecords(callerId, text)));
}

const freezer = alias(users, "freezer");

/** One user with everything that an admin may see. @param callerId the admin, who sees of them what their roles allow */
export function selectAdminUser(query: Query, callerId: SQL, id: SQL | string) {
  return query
    .select({
      ...PERSON_COLUMNS,
      phone: users.phone,
      address: seen<string>(callerId, "address", users.address),
      timeZone: users.timeZone,
      role: users.role,
      approvalsCountFromMs: admins.countsFromMs,
      createdAtMs: users.createdAtMs,
      emailVerifiedAtMs: users.emailVerifiedAtMs,
      securityChangedAtMs: users.securityChangedAtMs,
      frozenReason: users.frozenReason,
      frozenByName: nameOf(freezer),
      adminVersion: users.adminVersion,
      // Of this version of the account: an approval of an earlier one is void.
      appointedBy: approvalsOn(sql`'appointment:' || ${users.id} || ':' || ${users.adminVersion}`),
      resetApprovedBy: approvalsOn(sql`'second_factor:' || ${users.id} || ':' || ${users.adminVersion}`),
      roles: sql<AdminRole[]>`${rolesOf(users.id)}`.mapWith(readRoles),
      ownerCount: sql<number>`(SELECT count(*) FROM role_holders WHERE role_holders.role = 'owner')`,
      hasSecondFactor,
      hasPassword: sql<number>`${users.passwordHash} <> ${NO_PASSWORD}`,
      hasGoogle: sql<number>`${users.id} IN (SELECT ${googleLinks.userId} FROM ${googleLinks})`,
      balanceCents: accounts.balanceCents,
      ...totalsOf(users.id),
      identity: seenIdentity(callerId),
      paymentMethods: seenPaymentMethods(callerId),
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, sql`'available:' || ${users.id}`))
    .leftJoin(identities, eq(identities.userId, users.id))
    .leftJoin(paymentMethods, eq(paymentMethods.userId, users.id))
    .leftJoin(freezer, eq(freezer.id, users.frozenBy))
    .leftJoin(admins, eq(admins.id, users.id))
    .where(eq(users.id, id));
}

const NOTES_MAX = 100;

/** The newest notes about a user. @param callerId NULL reads nothing */
export function selectNotesOn(query: Query, callerId: SQL, userId: SQL | string, limit = NOTES_MAX) {
  return query
    .select({ id: userNotes.id, text: userNotes.text, createdAtMs: userNotes.createdAtMs, author: nameOf(users) })
    .from(userNotes)
    .innerJoin(users, eq(users.id, userNotes.authorId))
    .where(and(sql`${callerId} IS NOT NULL`, eq(userNotes.userId, userId)))
    .orderBy(desc(userNotes.createdAtMs))
    .limit(limit);
}

/** The statement that inserts a note about a user. */
export function insertNote(query: Query, note: typeof userNotes.$inferInsert) {
  return query.insert(userNotes).values(note);
}

/** The admin decisions that raise the version of a user's row. */
const DECISIONS = [
  "user.frozen",
  "user.unfrozen",
  "user.two_factor_reset",
  "admin.appointed",
  "admin.removed",
  "admin.roles_changed",
  "admin.roles_cancelled",
] as const satisfies AuditAction[];
/** The last of these decisions about a user. */
export type LastDecision = { action: (typeof DECISIONS)[number]; by: string | null; atMs: number };

/** The statement that reads the last decision, to report it to an admin whose version is outdated. */
export function selectLastDecision(query: Query, userId: string) {
  return query
    .select({
      // The condition below selects only these actions.
      action: sql<LastDecision["action"]>`${auditLog.action}`,
      by: nameOf(users),
      atMs: auditLog.atMs,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actor))
    .where(and(eq(auditLog.subject, `user:${userId}`), inArray(auditLog.action, [...DECISIONS])))
    .orderBy(desc(auditLog.atMs), desc(auditLog.sequence))
    .limit(1);
}

/** The condition that no admin has decided about a user since a version was read. */
export function hasAdminVersion(userId: string, version: number): SQL {
  return sql`(SELECT ${users.adminVersion} FROM ${users} WHERE ${users.id} = ${userId}) = ${version}`;
}

/** The addresses of all admins, who are mailed about role changes. */
export function selectAdminAddresses(query: Query) {
  return query.select({ email: users.email }).from(users).where(sql`${users.role} = 'admin'`);
}
