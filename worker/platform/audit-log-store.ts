import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { preparedInsert } from "../../db/prepared.ts";
import { auditLog, users } from "../../db/schema/index.ts";
import type { AuditAction, VIEW_ACTIONS } from "../contract/audit-actions.ts";
import { HOUR_MS } from "../contract/time.ts";

/** The kinds of record that an audit row can be about. */
export const AUDIT_SUBJECTS = [
  "user",
  "deposit",
  "withdrawal",
  "exception",
  "identity",
  "account",
  "import",
  "list",
  "pause",
  "setting",
  "book",
  "payout",
  "incident",
  "on_call",
  "restore",
] as const;

/** One audit row. `detail` never holds a password, code, token or full account number. */
export type AuditEntry = {
  /** A user id, `system`, or the caller id of a batch as SQL. */
  actor: SQL<string> | string;
  action: AuditAction;
  subject: `${(typeof AUDIT_SUBJECTS)[number]}:${string}` | SQL<string>;
  detail?: AuditDetail;
};
/** Facts about the action, stored as a JSON object. */
export type AuditDetail = Record<string, string | number | boolean>;

/** The statement that writes an audit row. It belongs in the batch of the action itself. */
export function audit(query: Query, entry: AuditEntry, nowMs: number) {
  return insertEntry(query, { ...entry, atMs: nowMs, detail: JSON.stringify(entry.detail ?? {}) });
}

const insertEntry = preparedInsert(auditLog);

/** Writes the audit row only if a condition holds, e.g. if the statement before it changed a row. */
export function auditIf(query: Query, entry: AuditEntry, condition: SQL, nowMs: number) {
  return auditEach(query, entry, sql`WHERE ${condition}`, nowMs);
}

/** The condition for {@link auditIf} after a statement that changes one row or none. */
export const HAS_CHANGED_ONE = sql`changes() = 1`;

/**
 * Writes one audit row for each row of a selection.
 * @param rows what to select from, e.g. `FROM deposits WHERE ...`; actor and subject may use its columns
 */
export function auditEach(query: Query, { actor, action, subject, detail = {} }: AuditEntry, rows: SQL, nowMs: number) {
  return query.run(
    sql`INSERT INTO ${auditLog} (at_ms, actor, action, subject, detail) SELECT ${nowMs}, ${actor}, ${action}, ${subject}, ${JSON.stringify(detail)} ${rows}`,
  );
}

/** The audit row of a call that only reads. Writes nothing for an unauthenticated caller, whose id is NULL. */
export function auditRead(query: Query, callerId: SQL<string>, entry: Omit<AuditEntry, "actor">, nowMs: number) {
  return auditIf(query, { ...entry, actor: callerId }, sql`${callerId} IS NOT NULL`, nowMs);
}

/** An admin's looks at one person are one row in this time. */
const VIEW_EVERY_MS = HOUR_MS;

/** A look at a person. */
export type View = { action: (typeof VIEW_ACTIONS)[number]; userId: SQL | string };

/**
 * The audit row of an admin's look at a person, once an hour for each admin and person, so that the log is not flooded. Writes nothing for a
 * caller without access, whose id is NULL, for oneself, or for nobody.
 */
export function auditView(query: Query, callerId: SQL<string>, view: View, nowMs: number) {
  const { people, isDue } = dueView(callerId, view, nowMs);
  return query.run(sql`
    INSERT INTO ${auditLog} (at_ms, actor, action, subject, detail)
    SELECT ${nowMs}, viewer, ${view.action}, 'user:' || ${users.id}, '{}' FROM ${people} WHERE ${isDue}`);
}

/** The statement that has a row when {@link auditView} would write one. */
export function selectDueView(query: Query, callerId: SQL<string>, view: View, nowMs: number) {
  const { people, isDue } = dueView(callerId, view, nowMs);
  return query.select({ isDue: sql<number>`1` }).from(people).where(isDue);
}

function dueView(callerId: SQL<string>, { action, userId }: View, nowMs: number) {
  return {
    people: sql`(SELECT ${callerId} AS viewer) JOIN ${users} ON ${users.id} = ${userId} AND ${users.id} <> viewer`,
    isDue: sql`viewer IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM ${auditLog} AS earlier WHERE earlier.subject = 'user:' || ${users.id}
      AND earlier.at_ms > ${nowMs - VIEW_EVERY_MS} AND earlier.actor = viewer AND earlier.action = ${action}
    )`,
  };
}

/** As {@link auditRead} of a list; the detail also says its `rowCount`. @param list the statement of all its rows */
export function auditListRead(
  query: Query,
  callerId: SQL<string>,
  { action, subject, detail = {} }: Omit<AuditEntry, "actor">,
  list: SQLWrapper,
  nowMs: number,
) {
  const counted = sql`json_set(${JSON.stringify(detail)}, '$.rowCount', (SELECT count(*) FROM (${list})))`;
  return query.run(
    sql`INSERT INTO ${auditLog} (at_ms, actor, action, subject, detail) SELECT ${nowMs}, ${callerId}, ${action}, ${subject}, ${counted} WHERE ${callerId} IS NOT NULL`,
  );
}

/** The audit subject for an action of a batch's caller on their own account. */
export function ownAccount(callerId: SQL<string>): SQL<string> {
  return sql<string>`'user:' || ${callerId}`;
}
