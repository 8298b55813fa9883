import { and, asc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { auditLog, auditSeals } from "../../../db/schema/index.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { FIRST_SEAL, sealOf } from "./audit-seal.ts";

/** The maximum per request: hashing takes CPU time, which a request has little of. */
const SEALS_MAX = 2_000;

/** A fault in the audit log. */
export type AuditFault = {
  sequence: number;
  /**
   * `removed`: sealed, but the row is missing. `changed`: the row or its predecessor differs from what was sealed.
   * `added`: inserted without a seal.
   */
  kind: "removed" | "changed" | "added";
};

/**
 * Compares a stretch of the audit log with its seals.
 * @param after the sequence number up to which it was checked before; 0 for the beginning
 * @returns the faults of this stretch, and `next`, where the next one begins; null when all sealed rows are checked
 */
export async function checkAudit(scope: Scope, after: number) {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    query
      .select({ hash: auditSeals.hash })
      .from(auditSeals)
      .where(and(sql`${callerId} IS NOT NULL`, eq(auditSeals.sequence, after))),
    selectSealed(query, callerId, after),
    selectUnsealed(query, callerId, after),
  ]);
  const [[previous], sealed, unsealed] = rows;
  const faults: AuditFault[] = unsealed.map(({ sequence }) => ({ sequence, kind: "added" }));
  let seal = previous?.hash ?? FIRST_SEAL;
  for (const { sequence, hash, row } of sealed) {
    if (row === null) faults.push({ sequence, kind: "removed" });
    else if ((await sealOf(seal, row)) !== hash) faults.push({ sequence, kind: "changed" });
    // Continue from the stored seal, right or wrong, so that each fault is reported once, at its row.
    seal = hash;
  }
  const last = sealed.at(-1);
  return {
    checked: sealed.length,
    faults: faults.sort((a, b) => a.sequence - b.sequence),
    next: last && sealed.length === SEALS_MAX ? last.sequence : null,
  };
}

/** Seals in order, each with its row or null. */
function selectSealed(query: Query, callerId: SQL, after: number) {
  return query
    .select({ sequence: auditSeals.sequence, hash: auditSeals.hash, row: auditLog })
    .from(auditSeals)
    .leftJoin(auditLog, eq(auditLog.sequence, auditSeals.sequence))
    .where(and(sql`${callerId} IS NOT NULL`, gt(auditSeals.sequence, after)))
    .orderBy(asc(auditSeals.sequence))
    .limit(SEALS_MAX);
}

/** Unsealed rows between sealed ones. Rows newer than the newest seal are only waiting for the sealing job. */
function selectUnsealed(query: Query, callerId: SQL, after: number) {
  const last = sql`(SELECT max(sequence) FROM (SELECT sequence FROM audit_seals WHERE sequence > ${after} ORDER BY sequence LIMIT ${sql.raw(String(SEALS_MAX))}))`;
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
