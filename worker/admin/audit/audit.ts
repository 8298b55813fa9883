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
    | `${"user" | "deposit" | "withdrawal" | "exception" | "identity" | "account" | "import"}:${string}`
    | SQL<string>;
  detail?: Record<string, string | number | boolean>;
};

/** The statement that writes it; it belongs in the batch of the act itself. */
export function audit(query: Query, entry: AuditEntry, nowMs: number) {
  return query.insert(auditLog).values({ ...entry, atMs: nowMs, detail: JSON.stringify(entry.detail ?? {}) });
}

/** The caller of a batch as the subject of an act on their own account. */
export function ownAccount(me: SQL<string>): SQL<string> {
  return sql<string>`'user:' || ${me}`;
}
