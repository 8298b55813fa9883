import { and, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { auditLog, auditSeals, users } from "../../../db/schema/index.ts";
import type { AuditAction } from "../../contract/audit-actions.ts";
import { plainText } from "../../http/plain-text.ts";
import { afterCursor, type Page, pageLimit, pageOrder } from "../desk/desk-page.ts";

/** What of the audit log is wanted. `who` and `about` are as typed: an e-mail address, a username or an id, whole. */
export type AuditFilter = {
  who?: string | undefined;
  about?: string | undefined;
  action?: AuditAction | undefined;
  /** The first moment, in ms. */
  from?: number | undefined;
  /** The moment after the last, in ms. */
  to?: number | undefined;
};

const NAME_CHARACTERS_MAX = 254;
/** What an act can be about. */
const SUBJECT_KINDS = ["user", "deposit", "withdrawal", "exception", "identity", "account", "import"] as const;

/**
 * The statement that reads a page of the audit log, the newest first, with whoever acted.
 * @param me NULL reads nothing
 * @throws AppError `invalid_input` for characters that no name has
 */
export function selectAuditPage(query: Query, me: SQL, { who, about, action, from, to }: AuditFilter, page: Page) {
  const columns = { createdAtMs: auditLog.atMs, id: auditLog.sequence };
  return query
    .select({
      createdAtMs: auditLog.atMs,
      id: sql<string>`CAST(${auditLog.sequence} AS TEXT)`,
      entry: auditLog,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      isSealed: sql<number>`EXISTS (SELECT 1 FROM ${auditSeals} WHERE ${auditSeals.sequence} = ${auditLog.sequence})`,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actor))
    .where(
      and(
        sql`${me} IS NOT NULL`,
        who === undefined ? undefined : actedBy(nameOf(who, "who")),
        about === undefined ? undefined : isAbout(nameOf(about, "about")),
        action === undefined ? undefined : eq(auditLog.action, action),
        from === undefined ? undefined : gte(auditLog.atMs, from),
        to === undefined ? undefined : lt(auditLog.atMs, to),
        afterCursor(columns, page, "newest_first"),
      ),
    )
    .orderBy(...pageOrder(columns, "newest_first"))
    .limit(pageLimit(page));
}

function nameOf(typed: string, field: string): string {
  return plainText(typed, { field, max: NAME_CHARACTERS_MAX }).normalize("NFKC").toLowerCase();
}

function actedBy(name: string): SQL | undefined {
  return or(eq(auditLog.actor, name), inArray(auditLog.actor, peopleNamed(name)));
}

function isAbout(name: string): SQL | undefined {
  const ofPerson = sql`(SELECT 'user:' || ${users.id} FROM ${users} WHERE ${isNamed(name)} UNION ALL SELECT 'identity:' || ${users.id} FROM ${users} WHERE ${isNamed(name)})`;
  return or(
    inArray(
      auditLog.subject,
      SUBJECT_KINDS.map((kind) => `${kind}:${name}`),
    ),
    inArray(auditLog.subject, ofPerson),
  );
}

function peopleNamed(name: string): SQL {
  return sql`(SELECT ${users.id} FROM ${users} WHERE ${isNamed(name)})`;
}

function isNamed(name: string): SQL | undefined {
  return or(eq(users.email, name), eq(users.usernameKey, name));
}
