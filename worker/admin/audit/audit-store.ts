import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { auditLog, auditSeals, users } from "../../../db/schema/index.ts";
import type { AuditAction } from "../../contract/audit-actions.ts";
import { AUDIT_SUBJECTS } from "../../platform/audit-log-store.ts";
import type { Page, Period } from "../../platform/paging.ts";
import { afterCursor, conditionsOf, inPeriod, pageLimit, pageOrder } from "../../platform/paging-sql.ts";
import { typedName } from "../lists/person-search.ts";
import { idsNamed, isNamed, nameOf } from "../lists/person-sql.ts";

/** The filter of the audit log. `who` and `about` are as typed: a complete e-mail address, username or id. */
export type AuditFilter = Period & {
  who?: string | undefined;
  about?: string | undefined;
  action?: AuditAction | undefined;
};

const owner = alias(users, "owner");

/** The user who owns an entry's subject, as an SQL expression; NULL when nobody does. */
const ownerId = sql<string | null>`CASE substr(${auditLog.subject}, 1, instr(${auditLog.subject}, ':') - 1)
  WHEN 'user' THEN ${subjectId()}
  WHEN 'identity' THEN ${subjectId()}
  WHEN 'account' THEN (SELECT accounts.user_id FROM accounts WHERE accounts.id = ${subjectId()})
  WHEN 'deposit' THEN (SELECT deposits.user_id FROM deposits WHERE deposits.id = ${subjectId()})
  WHEN 'withdrawal' THEN (SELECT withdrawals.user_id FROM withdrawals WHERE withdrawals.id = ${subjectId()})
  WHEN 'exception' THEN (SELECT deposits.user_id FROM payment_exceptions
    JOIN deposits ON deposits.id = payment_exceptions.deposit_id WHERE payment_exceptions.id = ${subjectId()})
  WHEN 'import' THEN (SELECT imports.user_id FROM imports WHERE imports.id = ${subjectId()})
END`;

/** A column of the subject's owner. As a subquery and not by a join, so that counting the entries of an export looks up no owner. */
function ofOwner(column: SQLWrapper) {
  return sql<string | null>`(SELECT ${column} FROM ${users} AS owner WHERE ${owner.id} = ${ownerId})`;
}

function subjectId(): SQL {
  return sql`substr(${auditLog.subject}, instr(${auditLog.subject}, ':') + 1)`;
}

/**
 * The statement that reads a page of the audit log, with the acting user and the owner of the subject.
 * @param callerId NULL reads nothing
 * @throws AppError `invalid_input` for characters that no name contains
 */
export function selectAuditPage(
  query: Query,
  callerId: SQL,
  { who, about, action, ...period }: AuditFilter,
  page: Page,
) {
  const columns = { createdAtMs: auditLog.atMs, id: auditLog.sequence };
  return query
    .select({
      createdAtMs: auditLog.atMs,
      id: sql<string>`CAST(${auditLog.sequence} AS TEXT)`,
      entry: auditLog,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      ownerId: ofOwner(owner.id),
      ownerName: ofOwner(nameOf(owner)),
      isSealed: sql<number>`EXISTS (SELECT 1 FROM ${auditSeals} WHERE ${auditSeals.sequence} = ${auditLog.sequence})`,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actor))
    .where(
      and(
        sql`${callerId} IS NOT NULL`,
        conditionsOf<AuditFilter>({
          who: who === undefined ? undefined : actedBy(typedName(who, "who")),
          about: about === undefined ? undefined : isAbout(typedName(about, "about")),
          action: action === undefined ? undefined : eq(auditLog.action, action),
        }),
        inPeriod(auditLog.atMs, period),
        afterCursor(columns, page),
      ),
    )
    .orderBy(...pageOrder(columns, page))
    .limit(pageLimit(page));
}

/**
 * The condition that one user acted. The index on the actor returns their entries in order of time: a busy admin has
 * hundreds of thousands.
 */
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
