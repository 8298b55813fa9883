import type { Database } from "../../../db/client.ts";
import { FIRST_SEAL, sealOf } from "./audit-seal.ts";
import { insertSeals, selectAuditRows, selectNewestSeal } from "./audit-seal-store.ts";

/** The maximum per run; the rest waits for the next run. */
const ROWS_MAX = 1_000;

/**
 * Seals the audit rows added since the last run, in order. This is a separate job: a chain inside the batches of
 * actions would make admins wait for each other, and the database has no SHA-256.
 *
 * Overlapping runs compute the same seals, and the second run's insert changes nothing.
 * @returns the newest seal, which is also logged: somebody who can rewrite the database cannot rewrite that copy
 */
export async function sealAudit({ db }: { db: Database }): Promise<{ sealed: number; sequence: number; seal: string }> {
  const { query, read, write } = db;
  const [[last]] = await read([selectNewestSeal(query)]);
  let { sequence, hash } = last ?? { sequence: 0, hash: FIRST_SEAL };
  const [rows] = await read([selectAuditRows(query, { after: sequence, limit: ROWS_MAX })]);
  const seals = [];
  for (const row of rows) {
    hash = await sealOf(hash, row);
    sequence = row.sequence;
    seals.push({ sequence, hash });
  }
  if (seals.length > 0) await write([insertSeals(query, seals)]);
  return { sealed: seals.length, sequence, seal: hash };
}
