import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { auditLog } from "../../../db/schema/index.ts";
import type { AuditAction } from "../../contract/audit-actions.ts";

/** What is written down about an act. `detail` holds no password, code, token or full account number. */
export type AuditEntry = {
  /** A user's id, or `system`; the caller of a batch as SQL. */
  actor: SQL<string> | string;
  action: AuditAction;
  subject:
    | `${"user" | "deposit" | "withdrawal" | "exception" | "identity" | "account" | "import" | "list"}:${string}`
    | SQL<string>;
  detail?: AuditDetail;
};
export type AuditDetail = Record<string, string | number | boolean>;

/** The statement that writes it; it belongs in the batch of the act itself. */
export function audit(query: Query, entry: AuditEntry, nowMs: number) {
  return query.insert(auditLog).values({ ...entry, atMs: nowMs, detail: JSON.stringify(entry.detail ?? {}) });
}

/** The same for a call that only reads: for a stranger, whose id is NULL, it writes nothing. */
export function auditRead(query: Query, me: SQL<string>, entry: Omit<AuditEntry, "actor">, nowMs: number) {
  const { action, subject, detail = {} } = entry;
  return query.run(
    sql`INSERT INTO ${auditLog} (at_ms, actor, action, subject, detail) SELECT ${nowMs}, ${me}, ${action}, ${subject}, ${JSON.stringify(detail)} WHERE ${me} IS NOT NULL`,
  );
}

/** The caller of a batch as the subject of an act on their own account. */
export function ownAccount(me: SQL<string>): SQL<string> {
  return sql<string>`'user:' || ${me}`;
}
