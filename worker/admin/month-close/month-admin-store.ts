import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { monthCloses, users } from "../../../db/schema/index.ts";
import { MONTHS_MAX } from "../../month-close/month-rules.ts";
import { approvalsOn } from "../commands/approval-store.ts";
import { nameOf } from "../lists/person-sql.ts";

/** The admin SQL that reads the closes of months. Functions return statements; verbs put them into batches. */

/** A close with its people as {@link selectClose} reads it. */
export type CloseRow = Awaited<ReturnType<typeof selectClose>>[number];

const preparer = alias(users, "preparer");
const sealer = alias(users, "sealer");

/** The digest that the audit log has of a sealed month, whose seals hold it. */
const AUDITED = sql<string | null>`(
  SELECT json_extract(detail, '$.digest') FROM audit_log
  WHERE subject = 'book:' || month_closes.month AND action = 'month.sealed' ORDER BY at_ms DESC LIMIT 1)`;

function selectCloses(query: Query, which: SQL | undefined) {
  return query
    .select({
      close: monthCloses,
      preparedByName: nameOf(preparer),
      sealedByName: nameOf(sealer),
      auditedDigest: AUDITED,
      approvedBy: approvalsOn(sql`'month:' || month_closes.id`),
    })
    .from(monthCloses)
    .innerJoin(preparer, eq(preparer.id, monthCloses.preparedBy))
    .leftJoin(sealer, eq(sealer.id, monthCloses.sealedBy))
    .where(and(isNull(monthCloses.cancelledAtMs), which));
}

/** The statement that reads the close of a month that is prepared or sealed. @param callerId NULL reads nothing */
export function selectClose(query: Query, callerId: SQL, month: string) {
  return selectCloses(query, and(sql`${callerId} IS NOT NULL`, eq(monthCloses.month, month)));
}

/** The statement that reads prepared and sealed months, the newest first. @param callerId NULL reads nothing */
export function selectClosePage(query: Query, callerId: SQL) {
  return selectCloses(query, sql`${callerId} IS NOT NULL`).orderBy(desc(monthCloses.untilMs)).limit(MONTHS_MAX);
}

/** The statement that reads when money first moved; null before. @param callerId NULL reads nothing */
export function selectFirstMove(query: Query, callerId: SQL) {
  return query.all<{ atMs: number | null }>(
    sql`SELECT min(at_ms) AS atMs FROM transfers WHERE ${callerId} IS NOT NULL`,
  );
}
