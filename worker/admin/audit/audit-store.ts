import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { auditLog, auditSeals, users } from "../../../db/schema/index.ts";
import type { AuditAction } from "../../contract/audit-actions.ts";
import { afterCursor, inPeriod, type Page, type Period, pageLimit, pageOrder } from "../desk/desk-page.ts";
import { idsNamed, isNamed, typedName } from "../desk/desk-person.ts";
import { AUDIT_SUBJECTS } from "./audit.ts";

/** What of the audit log is wanted. `who` and `about` are as typed: an e-mail address, a username or an id, whole. */
export type AuditFilter = Period & {
  who?: string | undefined;
  about?: string | undefined;
  action?: AuditAction | undefined;
};

/**
 * The statement that reads a page of the audit log, with whoever acted.
 * @param me NULL reads nothing
 * @throws AppError `invalid_input` for characters that no name has
 */
export function selectAuditPage(query: Query, me: SQL, { who, about, action, ...period }: AuditFilter, page: Page) {
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
        who === undefined ? undefined : actedBy(typedName(who, "who")),
        about === undefined ? undefined : isAbout(typedName(about, "about")),
        action === undefined ? undefined : eq(auditLog.action, action),
        inPeriod(auditLog.atMs, period),
        afterCursor(columns, page),
      ),
    )
    .orderBy(...pageOrder(columns, page))
    .limit(pageLimit(page));
}

/** Of one actor, whose acts its index has in order of time: a busy admin has hundreds of thousands. */
function actedBy(name: string): SQL {
  return eq(auditLog.actor, sql`coalesce(${idsNamed(name)}, ${name})`);
}

function isAbout(name: string): SQL | undefined {
  const ofPerson = sql`(SELECT 'user:' || ${users.id} FROM ${users} WHERE ${isNamed(name)} UNION ALL SELECT 'identity:' || ${users.id} FROM ${users} WHERE ${isNamed(name)})`;
  return or(
    inArray(
      auditLog.subject,
      AUDIT_SUBJECTS.map((kind) => `${kind}:${name}`),
    ),
    inArray(auditLog.subject, ofPerson),
  );
}
