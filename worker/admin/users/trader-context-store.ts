import { and, count, desc, eq, gte, inArray, or, type SQL, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import {
  accounts,
  auditLog,
  deposits,
  identities,
  paymentMethods,
  users,
  withdrawals,
} from "../../../db/schema/index.ts";
import type { AuditAction } from "../../contract/audit-actions.ts";
import { DAY_MS } from "../../contract/time.ts";
import { totalsOf } from "../../ledger/ledger-store.ts";
import { selectSessionsOf } from "../../platform/session-store.ts";
import { nameOf } from "../lists/person-sql.ts";
import { seenDestination, seenIdentity, seenPaymentMethods } from "../lists/seen-sql.ts";
import { selectNotesOn } from "./user-admin-store.ts";

/** The SQL about the trader of a queue item: the facts that an admin considers besides the item itself. */

/** How far back changes of an account's security and name are shown. */
const SECURITY_WINDOW_MS = 30 * 24 * 60 * 60_000;
/** The newest of each kind; the user's own page has all of them. */
const LAST_MOVEMENTS = 20;
const SECURITY_CHANGES_MAX = 20;
const IDENTITY_EVENTS_MAX = 10;
const LAST_NOTES = 10;

/** Actions that an attacker would take in an account, and its owner takes as well. */
const SECURITY_ACTIONS = [
  "user.password_changed",
  "user.password_reset",
  "user.two_factor_on",
  "user.two_factor_off",
  "user.two_factor_reset",
  "user.google_linked",
  "user.google_claimed",
  "user.telegram_linked",
  "payment_methods.saved",
] as const satisfies AuditAction[];
/** Shown only for a log-in on an unknown device. */
const LOG_IN = "user.logged_in" satisfies AuditAction;
/** Shown only when it turned off the mails about new devices. */
const LOGIN_ALERTS = "user.login_alerts" satisfies AuditAction;

const NAME_CHANGED = "profile.name_changed" satisfies AuditAction;

/** A security action in an account, as the context shows it. */
export type SecurityAction = (typeof SECURITY_ACTIONS)[number] | typeof LOG_IN | typeof LOGIN_ALERTS;

/** Decisions and submissions of ID cards; views of the image are left out. */
const IDENTITY_ACTIONS = [
  "identity.submitted",
  "identity.verified",
  "identity.rejected",
  "identity.reopened",
] as const satisfies AuditAction[];

const IS_NEW_DEVICE = sql`json_extract(${auditLog.detail}, '$.isNewDevice') = 1`;
const IS_OFF = sql`json_extract(${auditLog.detail}, '$.on') = 0`;
/** The condition that an entry of the audit log is one of the security actions. */
const IS_ABOUT_SECURITY = or(
  inArray(auditLog.action, [...SECURITY_ACTIONS]),
  and(eq(auditLog.action, LOG_IN), IS_NEW_DEVICE),
  and(eq(auditLog.action, LOGIN_ALERTS), IS_OFF),
);

/**
 * The warnings about an item that a list shows: whether the account's security was changed in the day before it or since, and
 * whether the name is another than a month before it.
 * @param userId and createdAtMs: columns of the item, with the table's name
 */
export function risksOf({ userId, createdAtMs }: { userId: SQL; createdAtMs: SQL }) {
  const has = (since: SQL, which: SQL | undefined) =>
    sql<number>`EXISTS (SELECT 1 FROM ${auditLog} WHERE ${auditLog.subject} = 'user:' || ${userId} AND ${auditLog.atMs} > ${since} AND ${which})`;
  return {
    isSecurityChanged: has(sql`${createdAtMs} - ${DAY_MS}`, IS_ABOUT_SECURITY),
    isRenamed: has(sql`${createdAtMs} - ${SECURITY_WINDOW_MS}`, eq(auditLog.action, NAME_CHANGED)),
  };
}

const freezer = alias(users, "freezer");
const identityDecider = alias(users, "identity_decider");

/** The rows of {@link selectTraderContext}. */
export type TraderContextRows = BatchResponse<ReturnType<typeof selectTraderContext>>;

/**
 * The statements that read one trader, each by an index.
 * @param callerId the admin, who sees of the trader what their roles allow
 * @param traderId an SQL expression; NULL reads nothing
 */
export function selectTraderContext(query: Query, callerId: SQL, traderId: SQL, nowMs: number) {
  const { heldCents: _, ...totals } = totalsOf(users.id);
  const balanceOf = (kind: "available" | "held") =>
    sql<number>`(SELECT ${accounts.balanceCents} FROM ${accounts} WHERE ${accounts.userId} = ${users.id} AND ${accounts.kind} = ${kind})`;
  const person = query
    .select({
      id: users.id,
      name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      phone: users.phone,
      createdAtMs: users.createdAtMs,
      frozenAtMs: users.frozenAtMs,
      frozenReason: users.frozenReason,
      frozenByName: nameOf(freezer),
      balanceCents: balanceOf("available"),
      heldCents: balanceOf("held"),
      ...totals,
      identity: seenIdentity(callerId),
      identityDecidedByName: nameOf(identityDecider),
      paymentMethods: seenPaymentMethods(callerId),
    })
    .from(users)
    .leftJoin(identities, eq(identities.userId, users.id))
    .leftJoin(paymentMethods, eq(paymentMethods.userId, users.id))
    .leftJoin(freezer, eq(freezer.id, users.frozenBy))
    .leftJoin(identityDecider, eq(identityDecider.id, identities.decidedBy))
    .where(eq(users.id, traderId));

  const depositCount = query.select({ count: count() }).from(deposits).where(eq(deposits.userId, traderId));
  const lastDeposits = query
    .select({
      id: deposits.id,
      amountCents: deposits.amountCents,
      paidCents: deposits.paidCents,
      status: deposits.status,
      billNumber: deposits.billNumber,
      createdAtMs: deposits.createdAtMs,
    })
    .from(deposits)
    .where(eq(deposits.userId, traderId))
    .orderBy(desc(deposits.createdAtMs))
    .limit(LAST_MOVEMENTS);

  const withdrawalCount = query.select({ count: count() }).from(withdrawals).where(eq(withdrawals.userId, traderId));
  const lastWithdrawals = query
    .select({
      id: withdrawals.id,
      amountCents: withdrawals.amountCents,
      status: withdrawals.status,
      cancelledByUser: withdrawals.cancelledByUser,
      paymentMethod: withdrawals.paymentMethod,
      bankName: withdrawals.bankName,
      ...seenDestination(callerId),
      requestMessage: withdrawals.requestMessage,
      createdAtMs: withdrawals.createdAtMs,
      rejectReason: withdrawals.rejectReason,
      adminNotes: withdrawals.adminNotes,
    })
    .from(withdrawals)
    .where(eq(withdrawals.userId, traderId))
    .orderBy(desc(withdrawals.createdAtMs))
    .limit(LAST_MOVEMENTS);

  const securityChanges = query
    .select({
      sequence: auditLog.sequence,
      // The condition below makes this type true.
      action: sql<SecurityAction>`${auditLog.action}`,
      detail: auditLog.detail,
      atMs: auditLog.atMs,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, sql`'user:' || ${traderId}`),
        gte(auditLog.atMs, nowMs - SECURITY_WINDOW_MS),
        IS_ABOUT_SECURITY,
      ),
    )
    .orderBy(desc(auditLog.atMs))
    .limit(SECURITY_CHANGES_MAX);

  // One row however often the name was changed: the name before the first change, and the time of the last one.
  const nameWasChanged = and(
    eq(auditLog.subject, sql`'user:' || ${traderId}`),
    gte(auditLog.atMs, nowMs - SECURITY_WINDOW_MS),
    eq(auditLog.action, NAME_CHANGED),
  );
  const nameChanges = query
    .select({
      from: sql<string>`json_extract(${auditLog.detail}, '$.from')`,
      lastAtMs: sql<number>`(SELECT max(${auditLog.atMs}) FROM ${auditLog} WHERE ${nameWasChanged})`,
    })
    .from(auditLog)
    .where(nameWasChanged)
    .orderBy(auditLog.atMs)
    .limit(1);

  const identityEvents = query
    .select({
      sequence: auditLog.sequence,
      // The condition below makes this type true.
      action: sql<(typeof IDENTITY_ACTIONS)[number]>`${auditLog.action}`,
      detail: auditLog.detail,
      atMs: auditLog.atMs,
      by: nameOf(users),
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actor))
    .where(and(eq(auditLog.subject, sql`'identity:' || ${traderId}`), inArray(auditLog.action, [...IDENTITY_ACTIONS])))
    .orderBy(desc(auditLog.atMs))
    .limit(IDENTITY_EVENTS_MAX);

  return [
    person,
    depositCount,
    lastDeposits,
    withdrawalCount,
    lastWithdrawals,
    securityChanges,
    identityEvents,
    // The trader id also serves as the caller id: for an unauthenticated caller both are NULL.
    selectSessionsOf(query, traderId, traderId, nowMs),
    selectNotesOn(query, traderId, traderId, LAST_NOTES),
    nameChanges,
  ] as const;
}
