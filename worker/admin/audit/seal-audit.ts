import { asc, desc, gt } from "drizzle-orm";
import type { Database, Query } from "../../../db/client.ts";
import { auditLog, auditSeals } from "../../../db/schema/index.ts";
import { FIRST_SEAL, sealOf } from "./audit-seal.ts";

/** Of one run; what is more waits for the next. */
const ROWS_MAX = 1_000;

/**
 * Seals the rows of the audit log that came since the last run, in their order. A job beside the acts and not part of them:
 * a chain inside their batches would make admins wait for each other, and the database has no SHA-256.
 *
 * Runs that overlap compute the same seals, and the second one's change nothing.
 * @returns the newest seal, which goes to the log: a copy that whoever can rewrite the database cannot rewrite
 */
export async function sealAudit({ db }: { db: Database }): Promise<{ sealed: number; sequence: number; seal: string }> {
  const { query, read, write } = db;
  const [[last]] = await read([selectNewestSeal(query)]);
  let { sequence, hash } = last ?? { sequence: 0, hash: FIRST_SEAL };
  const [rows] = await read([
    query
      .select()
      .from(auditLog)
      .where(gt(auditLog.sequence, sequence))
      .orderBy(asc(auditLog.sequence))
      .limit(ROWS_MAX),
  ]);
  const seals = [];
  for (const row of rows) {
    hash = await sealOf(hash, row);
    sequence = row.sequence;
    seals.push({ sequence, hash });
  }
  if (seals.length > 0) await write([query.insert(auditSeals).values(seals).onConflictDoNothing()]);
  return { sealed: seals.length, sequence, seal: hash };
}

function selectNewestSeal(query: Query) {
  return query.select().from(auditSeals).orderBy(desc(auditSeals.sequence)).limit(1);
}
