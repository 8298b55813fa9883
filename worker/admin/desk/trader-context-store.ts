import { and, desc, eq, gte, inArray, or, type SQL, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Query } from "../../../db/client.ts";
import {
  accounts,
  auditLog,
  deposits,
  identities,
  paymentMethods,
  userNotes,
  users,
  withdrawals,
} from "../../../db/schema/index.ts";
import type { AuditAction } from "../../contract/audit-actions.ts";
import { IDENTITY_COLUMNS } from "../../identity/identity-store.ts";
import { PAYMENT_METHOD_COLUMNS } from "../../payment-methods/payment-method-store.ts";
import { nameOf } from "./desk-act.ts";
import { asideIf } from "./desk-page.ts";

/** The SQL about the trader behind an item of a queue: what an admin weighs beside the item itself. */

/** How far back changes of an account's security bear on a decision. */
const SECURITY_WINDOW_MS = 30 * 24 * 60 * 60_000;
const LAST_DEPOSITS = 4;
/** One more than are shown beside the withdrawal that is open, which is among them. */
const LAST_WITHDRAWALS = 6;
const SECURITY_CHANGES_MAX = 20;
const LAST_NOTES = 3;

/** What somebody who got into an account would do there, and what its owner does too. */
const SECURITY_ACTIONS = [
  "user.password_changed",
  "user.password_reset",
  "user.two_factor_on",
  "user.two_factor_off",
  "user.google_linked",
  "user.google_claimed",
  "payment_methods.saved",
] as const satisfies AuditAction[];
/** This one only where it was on a device that was not known. */
const LOG_IN = "user.logged_in" satisfies AuditAction;

export type SecurityAction = (typeof SECURITY_ACTIONS)[number] | typeof LOG_IN;

export type TraderContextRows = BatchResponse<ReturnType<typeof selectTraderContext>>;

/**
 * The statements that read one trader, each by an index.
 * @param traderId an SQL expression; NULL reads nothing
 */
export function selectTraderContext(query: Query, traderId: SQL, nowMs: number) {
  const balanceOf = (kind: "available" | "held") =>
    sql<number>`(SELECT ${accounts.balanceCents} FROM ${accounts} WHERE ${accounts.userId} = ${users.id} AND ${accounts.kind} = ${kind})`;
  const person = query
    .select({
      id: users.id,
      createdAtMs: users.createdAtMs,
      frozenAtMs: users.frozenAtMs,
      frozenReason: users.frozenReason,
      balanceCents: balanceOf("available"),
      heldCents: balanceOf("held"),
      identity: IDENTITY_COLUMNS,
      paymentMethods: PAYMENT_METHOD_COLUMNS,
    })
    .from(users)
    .leftJoin(identities, eq(identities.userId, users.id))
    .leftJoin(paymentMethods, eq(paymentMethods.userId, users.id))
    .where(eq(users.id, traderId));

  const paid = query
    .select({ count: sql<number>`count(*)`, sumCents: sql<number>`coalesce(sum(${deposits.amountCents}), 0)` })
    .from(deposits)
    .where(and(eq(deposits.userId, traderId), eq(asideIf(true, deposits.status), "paid")));
  const lastDeposits = query
    .select({
      id: deposits.id,
      amountCents: deposits.amountCents,
      status: deposits.status,
      createdAtMs: deposits.createdAtMs,
    })
    .from(deposits)
    .where(eq(deposits.userId, traderId))
    .orderBy(desc(deposits.createdAtMs))
    .limit(LAST_DEPOSITS);

  const paidOut = query
    .select({ count: sql<number>`count(*)`, sumCents: sql<number>`coalesce(sum(${withdrawals.amountCents}), 0)` })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, traderId), eq(asideIf(true, withdrawals.status), "completed")));
  const lastWithdrawals = query
    .select({
      id: withdrawals.id,
      amountCents: withdrawals.amountCents,
      status: withdrawals.status,
      cancelledByUser: withdrawals.cancelledByUser,
      createdAtMs: withdrawals.createdAtMs,
      rejectReason: withdrawals.rejectReason,
      adminNotes: withdrawals.adminNotes,
    })
    .from(withdrawals)
    .where(eq(withdrawals.userId, traderId))
    .orderBy(desc(withdrawals.createdAtMs))
    .limit(LAST_WITHDRAWALS);

  const isNewDevice = sql`json_extract(${auditLog.detail}, '$.isNewDevice') = 1`;
  const securityChanges = query
    .select({
      sequence: auditLog.sequence,
      // The condition below is what makes the type true.
      action: sql<SecurityAction>`${auditLog.action}`,
      detail: auditLog.detail,
      atMs: auditLog.atMs,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, sql`'user:' || ${traderId}`),
        gte(auditLog.atMs, nowMs - SECURITY_WINDOW_MS),
        or(inArray(auditLog.action, [...SECURITY_ACTIONS]), and(eq(auditLog.action, LOG_IN), isNewDevice)),
      ),
    )
    .orderBy(desc(auditLog.atMs))
    .limit(SECURITY_CHANGES_MAX);

  const notes = query
    .select({ id: userNotes.id, text: userNotes.text, createdAtMs: userNotes.createdAtMs, author: nameOf(users) })
    .from(userNotes)
    .innerJoin(users, eq(users.id, userNotes.authorId))
    .where(eq(userNotes.userId, traderId))
    .orderBy(desc(userNotes.createdAtMs))
    .limit(LAST_NOTES);

  return [person, paid, lastDeposits, paidOut, lastWithdrawals, securityChanges, notes] as const;
}
