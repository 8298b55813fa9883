import { and, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { roleHolders, users, withdrawalPauses } from "../../../db/schema/index.ts";
import { audit, auditEach } from "../../platform/audit-log-store.ts";
import { approvalsOn } from "../commands/approval-store.ts";
import { nameOf } from "../lists/person-sql.ts";

/** The only SQL that writes admins' pauses. Functions return statements; verbs put them into batches. */

const columns = {
  id: withdrawalPauses.id,
  what: withdrawalPauses.what,
  reason: withdrawalPauses.reason,
  sinceMs: withdrawalPauses.sinceMs,
  resumedAtMs: withdrawalPauses.resumedAtMs,
  pausedByName: nameOf(users),
  approvedBy: approvalsOn(sql`'pause:' || ${withdrawalPauses.id}`),
  adminCount: sql<number>`(SELECT count(*) FROM ${roleHolders} WHERE ${roleHolders.role} = 'operator')`,
};
/** What admins can pause. */
export type Paused = (typeof withdrawalPauses.$inferSelect)["what"];
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

/** The statement that reads the pauses that last, one of each thing at most. @param callerId NULL reads nothing */
export function selectOpenPauses(query: Query, callerId: SQL) {
  return selectPauses(query, and(sql`${callerId} IS NOT NULL`, isNull(withdrawalPauses.resumedAtMs)));
}

/**
 * The statements that begin a pause, with the audit row. Of withdrawals: from here on the database refuses requests, approvals and starts
 * of payments; what was sent is still recorded. Of deposits: it refuses new codes; what is paid is still credited. It refuses the batch as
 * `wrong_state` while a pause of the same thing lasts.
 */
export function insertPause(
  query: Query,
  pause: { id: string; what: Paused; reason: string; pausedBy: string },
  nowMs: number,
) {
  const { id, what, reason, pausedBy: actor } = pause;
  return [
    query.insert(withdrawalPauses).values({ ...pause, sinceMs: nowMs }),
    audit(query, { actor, action: `${what}.paused`, subject: `pause:${id}`, detail: { reason } }, nowMs),
  ] as const;
}

/**
 * The statements that end a pause, with the audit row. The last approval must come before them.
 *
 * The database refuses the batch as `wrong_state` when it has ended, or `approvals_missing`.
 */
export function endAdminPause(query: Query, { id, what }: Pick<PauseRow, "id" | "what">, actor: string, nowMs: number) {
  return [
    query.update(withdrawalPauses).set({ resumedAtMs: nowMs, resumedBy: actor }).where(eq(withdrawalPauses.id, id)),
    audit(query, { actor, action: `${what}.resumed`, subject: `pause:${id}` }, nowMs),
  ] as const;
}

/** The condition that a pause lasts. */
export function isOpenPause(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${withdrawalPauses} WHERE ${withdrawalPauses.id} = ${id} AND ${withdrawalPauses.resumedAtMs} IS NULL)`;
}

/**
 * The statements by which the owner of the database ends the pauses that last, with an audit row of each.
 * @returns rows of the last statement: the pauses that there were
 */
export function endPauseOnServer(query: Query, nowMs: number) {
  const open = (what: Paused) =>
    sql`FROM ${withdrawalPauses} WHERE ${withdrawalPauses.resumedAtMs} IS NULL AND ${withdrawalPauses.what} = ${what}`;
  const subject = sql<string>`'pause:' || ${withdrawalPauses.id}`;
  return [
    auditEach(query, { actor: "system", action: "withdrawals.resumed", subject }, open("withdrawals"), nowMs),
    auditEach(query, { actor: "system", action: "deposits.resumed", subject }, open("deposits"), nowMs),
    query
      .update(withdrawalPauses)
      .set({ resumedAtMs: nowMs, resumedBy: "system" })
      .where(isNull(withdrawalPauses.resumedAtMs))
      .returning({ id: withdrawalPauses.id }),
  ] as const;
}
