import { SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { preparedInsert } from "../../db/prepared.ts";
import { auditLog } from "../../db/schema/index.ts";
import type { AuditAction } from "../contract/audit-actions.ts";

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
export function auditIf(query: Query, entry: ComputedEntry, condition: SQL, nowMs: number) {
  return auditEach(query, entry, sql`WHERE ${condition}`, nowMs);
}

/** The condition for {@link auditIf} after a statement that changes one row or none. */
export const HAS_CHANGED_ONE = sql`changes() = 1`;

/** An audit row whose detail may be an expression, which gives a JSON object. */
type ComputedEntry = Omit<AuditEntry, "detail"> & { detail?: AuditDetail | SQL<string> };

/**
 * Writes one audit row for each row of a selection.
 * @param rows what to select from, e.g. `FROM deposits WHERE ...`; actor and subject may use its columns
 */
export function auditEach(
  query: Query,
  { actor, action, subject, detail = {} }: ComputedEntry,
  rows: SQL,
  nowMs: number,
) {
  const written = detail instanceof SQL ? detail : JSON.stringify(detail);
  return query.run(
    sql`INSERT INTO ${auditLog} (at_ms, actor, action, subject, detail) SELECT ${nowMs}, ${actor}, ${action}, ${subject}, ${written} ${rows}`,
  );
}

/** The audit row of a call that only reads. Writes nothing for an unauthenticated caller, whose id is NULL. */
export function auditRead(query: Query, callerId: SQL<string>, entry: Omit<ComputedEntry, "actor">, nowMs: number) {
  return auditIf(query, { ...entry, actor: callerId }, sql`${callerId} IS NOT NULL`, nowMs);
}

/** The audit subject for an action of a batch's caller on their own account. */
export function ownAccount(callerId: SQL<string>): SQL<string> {
  return sql<string>`'user:' || ${callerId}`;
}
