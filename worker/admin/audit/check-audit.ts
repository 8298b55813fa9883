import { and, asc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { auditLog, auditSeals } from "../../../db/schema/index.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { FIRST_SEAL, sealOf } from "./audit-seal.ts";

/** Of one call: hashing is work, and a request has little time for it. */
const SEALS_MAX = 2_000;

export type AuditFault = {
  sequence: number;
  /** `removed`: sealed, and gone. `changed`: not what was sealed, or what was sealed before it is gone. `added`: never sealed. */
  kind: "removed" | "changed" | "added";
};

/**
 * Holds a stretch of the audit log against its seals.
 * @param after the sequence number up to which it was checked before; 0 begins
 * @returns the faults of this stretch, and where the next begins; null when everything sealed is checked
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
  const [[before], sealed, unsealed] = rows;
  const faults: AuditFault[] = unsealed.map(({ sequence }) => ({ sequence, kind: "added" }));
  let seal = before?.hash ?? FIRST_SEAL;
  for (const { sequence, hash, row } of sealed) {
    if (row === null) faults.push({ sequence, kind: "removed" });
    else if ((await sealOf(seal, row)) !== hash) faults.push({ sequence, kind: "changed" });
    // As it is kept, right or wrong: each fault is told once, where it is.
    seal = hash;
  }
  const last = sealed.at(-1);
  return {
    checked: sealed.length,
    faults: faults.sort((a, b) => a.sequence - b.sequence),
    next: last && sealed.length === SEALS_MAX ? last.sequence : null,
  };
}

/** Seals in their order, each with its row or null. */
function selectSealed(query: Query, callerId: SQL, after: number) {
  return query
    .select({ sequence: auditSeals.sequence, hash: auditSeals.hash, row: auditLog })
    .from(auditSeals)
    .leftJoin(auditLog, eq(auditLog.sequence, auditSeals.sequence))
    .where(and(sql`${callerId} IS NOT NULL`, gt(auditSeals.sequence, after)))
    .orderBy(asc(auditSeals.sequence))
    .limit(SEALS_MAX);
}

/** Rows without a seal among those that have one. What is newer than the newest seal only waits for the sealer. */
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
