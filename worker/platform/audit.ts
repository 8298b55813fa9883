import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { auditLog } from "../../db/schema/index.ts";
import type { AuditAction } from "../contract/audit-actions.ts";

/** What an act can be about. */
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
] as const;

/** What is written down about an act. `detail` holds no password, code, token or full account number. */
export type AuditEntry = {
  /** A user's id, or `system`; the caller of a batch as SQL. */
  actor: SQL<string> | string;
  action: AuditAction;
  subject: `${(typeof AUDIT_SUBJECTS)[number]}:${string}` | SQL<string>;
  detail?: AuditDetail;
};
export type AuditDetail = Record<string, string | number | boolean>;

/** The statement that writes it; it belongs in the batch of the act itself. */
export function audit(query: Query, entry: AuditEntry, nowMs: number) {
  return query.insert(auditLog).values({ ...entry, atMs: nowMs, detail: JSON.stringify(entry.detail ?? {}) });
}

/** The same where a condition holds, for an act that the statement before it did or did not do. */
export function auditIf(query: Query, entry: AuditEntry, condition: SQL, nowMs: number) {
  return auditEach(query, entry, sql`WHERE ${condition}`, nowMs);
}

/** What makes {@link auditIf} write, after a statement that changed one row or none. */
export const HAS_CHANGED_ONE = sql`changes() = 1`;

/**
 * The same for every row of a selection.
 * @param rows what is selected from, e.g. `FROM deposits WHERE ...`; actor and subject may be of its columns
 */
export function auditEach(query: Query, { actor, action, subject, detail = {} }: AuditEntry, rows: SQL, nowMs: number) {
  return query.run(
    sql`INSERT INTO ${auditLog} (at_ms, actor, action, subject, detail) SELECT ${nowMs}, ${actor}, ${action}, ${subject}, ${JSON.stringify(detail)} ${rows}`,
  );
}

/** The same for a call that only reads: for a stranger, whose id is NULL, it writes nothing. */
export function auditRead(query: Query, callerId: SQL<string>, entry: Omit<AuditEntry, "actor">, nowMs: number) {
  return auditIf(query, { ...entry, actor: callerId }, sql`${callerId} IS NOT NULL`, nowMs);
}

/** The caller of a batch as the subject of an act on their own account. */
export function ownAccount(callerId: SQL<string>): SQL<string> {
  return sql<string>`'user:' || ${callerId}`;
}
