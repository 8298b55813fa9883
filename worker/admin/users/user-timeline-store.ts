import { and, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import {
  auditLog,
  deposits,
  imports,
  paymentExceptions,
  userNotes,
  users,
  withdrawals,
} from "../../../db/schema/index.ts";
import { VIEW_ACTIONS } from "../../contract/audit-actions.ts";
import { actionsOf, type TimelineKind } from "../../contract/timeline-kinds.ts";
import type { Page } from "../../platform/paging.ts";
import { afterCursor, asideIf, pageLimit, pageOrder } from "../../platform/paging-sql.ts";
import { nameOf } from "../lists/person-sql.ts";

/**
 * The statement that reads a page of a user's timeline. Every change of state writes an audit row, so the timeline is
 * the audit log about the user and about their records.
 * @param callerId NULL reads nothing
 */
export function selectTimelinePage(
  query: Query,
  callerId: SQL,
  { userId, kind }: { userId: string; kind: TimelineKind | undefined },
  page: Page,
) {
  // The index of subjects finds one user's rows, so that the whole log is not scanned.
  const columns = { createdAtMs: asideIf(true, auditLog.atMs), id: auditLog.sequence };
  return query
    .select({
      createdAtMs: auditLog.atMs,
      id: sql<string>`CAST(${auditLog.sequence} AS TEXT)`,
      actor: auditLog.actor,
      actorName: nameOf(users),
      action: auditLog.action,
      subject: auditLog.subject,
      detail: auditLog.detail,
      note: userNotes.text,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actor))
    .leftJoin(
      userNotes,
      sql`${auditLog.action} = 'user.noted' AND ${userNotes.id} = json_extract(${auditLog.detail}, '$.note')`,
    )
    .where(
      and(
        sql`${callerId} IS NOT NULL`,
        inArray(auditLog.subject, subjectsOf(userId)),
        notInArray(asideIf(true, auditLog.action), [...VIEW_ACTIONS]),
        kind && inArray(asideIf(true, auditLog.action), actionsOf(kind)),
        afterCursor(columns, page),
      ),
    )
    .orderBy(...pageOrder(columns, page))
    .limit(pageLimit(page));
}

/** The user and all their records, as the audit log names them. */
function subjectsOf(userId: string): SQL {
  return sql`(
    SELECT ${`user:${userId}`} UNION ALL SELECT ${`identity:${userId}`}
    UNION ALL SELECT 'deposit:' || ${deposits.id} FROM ${deposits} WHERE ${deposits.userId} = ${userId}
    UNION ALL SELECT 'exception:' || ${paymentExceptions.id} FROM ${deposits}
      JOIN ${paymentExceptions} ON ${paymentExceptions.depositId} = ${deposits.id} WHERE ${deposits.userId} = ${userId}
    UNION ALL SELECT 'withdrawal:' || ${withdrawals.id} FROM ${withdrawals} WHERE ${withdrawals.userId} = ${userId}
    UNION ALL SELECT 'import:' || ${imports.id} FROM ${imports} WHERE ${imports.userId} = ${userId}
  )`;
}
