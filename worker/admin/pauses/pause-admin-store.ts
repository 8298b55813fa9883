import { and, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { roleHolders, users, withdrawalPauses } from "../../../db/schema/index.ts";
import { audit, auditEach } from "../../platform/audit-log-store.ts";
import { approvalsOn } from "../commands/approval-store.ts";
import { nameOf } from "../lists/person-sql.ts";

/** The only SQL that writes admins' pauses of withdrawals. Functions return statements; verbs put them into batches. */

const columns = {
  id: withdrawalPauses.id,
  reason: withdrawalPauses.reason,
  sinceMs: withdrawalPauses.sinceMs,
  resumedAtMs: withdrawalPauses.resumedAtMs,
  pausedByName: nameOf(users),
  approvedBy: approvalsOn(sql`'pause:' || ${withdrawalPauses.id}`),
  adminCount: sql<number>`(SELECT count(*) FROM ${roleHolders} WHERE ${roleHolders.role} = 'operator')`,
};
/** A pause as admins see it. @property adminCount how many operators there are */
export type PauseRow = ReturnType<typeof selectPause>["_"]["result"][number];

function selectPauses(query: Query, which: SQL | undefined) {
  return query
    .select(columns)
    .from(withdrawalPauses)
    .innerJoin(users, eq(users.id, withdrawalPauses.pausedBy))
    .where(which);
}

/** The statement that reads a pause, whether it has ended or not. @param callerId NULL reads nothing */
export function selectPause(query: Query, callerId: SQL, id: string) {
  return selectPauses(query, and(sql`${callerId} IS NOT NULL`, eq(withdrawalPauses.id, id)));
}

/** The statement that counts the operators. @param callerId NULL counts none */
export function countAdmins(query: Query, callerId: SQL) {
  return query
    .select({ count: count() })
    .from(roleHolders)
    .where(sql`${roleHolders.role} = 'operator' AND ${callerId} IS NOT NULL`);
}

/** The statement that reads the pause that lasts; no row without one. @param callerId NULL reads nothing */
export function selectOpenPause(query: Query, callerId: SQL) {
  return selectPauses(query, and(sql`${callerId} IS NOT NULL`, isNull(withdrawalPauses.resumedAtMs)));
}

/**
 * The statements that begin a pause, with the audit row. From here on the database refuses requests, approvals and starts of
 * payments; what was sent is still recorded. It refuses the batch as `wrong_state` while a pause lasts.
 */
export function insertPause(query: Query, pause: { id: string; reason: string; pausedBy: string }, nowMs: number) {
  const { id, reason, pausedBy: actor } = pause;
  return [
    query.insert(withdrawalPauses).values({ ...pause, sinceMs: nowMs }),
    audit(query, { actor, action: "withdrawals.paused", subject: `pause:${id}`, detail: { reason } }, nowMs),
  ] as const;
}

/**
 * The statements that end a pause, with the audit row. The last approval must come before them.
 *
 * The database refuses the batch as `wrong_state` when it has ended, or `approvals_missing`.
 */
export function endAdminPause(query: Query, id: string, actor: string, nowMs: number) {
  return [
    query.update(withdrawalPauses).set({ resumedAtMs: nowMs, resumedBy: actor }).where(eq(withdrawalPauses.id, id)),
    audit(query, { actor, action: "withdrawals.resumed", subject: `pause:${id}` }, nowMs),
  ] as const;
}

/** The condition that a pause lasts. */
export function isOpenPause(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${withdrawalPauses} WHERE ${withdrawalPauses.id} = ${id} AND ${withdrawalPauses.resumedAtMs} IS NULL)`;
}

/**
 * The statements by which the owner of the database ends the pause that lasts, with the audit row.
 * @returns rows of the last statement: one if there was a pause
 */
export function endPauseOnServer(query: Query, nowMs: number) {
  const open = sql`FROM ${withdrawalPauses} WHERE ${withdrawalPauses.resumedAtMs} IS NULL`;
  const subject = sql<string>`'pause:' || ${withdrawalPauses.id}`;
  return [
    auditEach(query, { actor: "system", action: "withdrawals.resumed", subject }, open, nowMs),
    query
      .update(withdrawalPauses)
      .set({ resumedAtMs: nowMs, resumedBy: "system" })
      .where(isNull(withdrawalPauses.resumedAtMs))
      .returning({ id: withdrawalPauses.id }),
  ] as const;
}
