import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { FIRST_SEAL, sealOf } from "./audit-seal.ts";
import { selectSeal, selectSealed, selectUnsealed } from "./audit-seal-store.ts";

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
    selectSeal(query, callerId, after),
    selectSealed(query, callerId, { after, limit: SEALS_MAX }),
    selectUnsealed(query, callerId, { after, sealsMax: SEALS_MAX }),
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
