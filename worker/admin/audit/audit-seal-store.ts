import { and, asc, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { auditLog, auditSeals } from "../../../db/schema/index.ts";

/** The only SQL that writes the seals of the audit log. Functions return statements; verbs put them into batches. */

/** The statement that reads the newest seal; no row before the first. */
export function selectNewestSeal(query: Query) {
  return query.select().from(auditSeals).orderBy(desc(auditSeals.sequence)).limit(1);
}

/** The statement that reads the audit rows after a sequence number, in order. */
export function selectAuditRows(query: Query, { after, limit }: { after: number; limit: number }) {
  return query.select().from(auditLog).where(gt(auditLog.sequence, after)).orderBy(asc(auditLog.sequence)).limit(limit);
}

/** The statement that inserts seals; those that an overlapping run inserted already stay as they are. */
export function insertSeals(query: Query, seals: (typeof auditSeals.$inferInsert)[]) {
  return query.insert(auditSeals).values(seals).onConflictDoNothing();
}

/** The statement that reads the seal of a sequence number. @param callerId NULL reads nothing */
export function selectSeal(query: Query, callerId: SQL, sequence: number) {
  return query
    .select({ hash: auditSeals.hash })
    .from(auditSeals)
    .where(and(sql`${callerId} IS NOT NULL`, eq(auditSeals.sequence, sequence)));
}

/** The statement that reads seals in order, each with its row or null. @param callerId NULL reads nothing */
export function selectSealed(query: Query, callerId: SQL, { after, limit }: { after: number; limit: number }) {
  return query
    .select({ sequence: auditSeals.sequence, hash: auditSeals.hash, row: auditLog })
    .from(auditSeals)
    .leftJoin(auditLog, eq(auditLog.sequence, auditSeals.sequence))
    .where(and(sql`${callerId} IS NOT NULL`, gt(auditSeals.sequence, after)))
    .orderBy(asc(auditSeals.sequence))
    .limit(limit);
}

/**
 * The statement that reads the unsealed rows between sealed ones. Rows newer than the newest seal are only waiting for
 * the sealing job.
 * @param callerId NULL reads nothing
 * @param sealsMax how many seals after `after` the stretch has, at most
 */
export function selectUnsealed(query: Query, callerId: SQL, { after, sealsMax }: { after: number; sealsMax: number }) {
  const last = sql`(SELECT max(sequence) FROM (SELECT sequence FROM audit_seals WHERE sequence > ${after} ORDER BY sequence LIMIT ${sql.raw(String(sealsMax))}))`;
  return query
    .select({ sequence: auditLog.sequence })
    .from(auditLog)
    .leftJoin(auditSeals, eq(auditSeals.sequence, auditLog.sequence))
    .where(
      and(
        sql`${callerId} IS NOT NULL`,
        gt(auditLog.sequence, after),
        lte(auditLog.sequence, last),
        sql`${auditSeals.sequence} IS NULL`,
      ),
    )
    .limit(100);
}
