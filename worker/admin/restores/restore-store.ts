import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { deposits, restores } from "../../../db/schema/index.ts";
import { RESTORE_FINDINGS_MAX, type RestoreFinding } from "../../contract/restore-finding.ts";
import { audit } from "../../platform/audit-log-store.ts";
import { approvalsOn } from "../commands/approval-store.ts";
import type { Approval } from "../commands/approvals.ts";

/** The only SQL that writes restores. Functions return statements; verbs put them into batches. */

/** A restore that waits for its review. */
export type OpenRestoreRow = Pick<
  typeof restores.$inferSelect,
  "id" | "restoredAtMs" | "findingCount" | "findings" | "resumedAtMs"
> & { approvedBy: Approval[]; credited: CreditedSince[]; openCount: number };

/** A deposit whose code is older than the restore, and whose payment the network has reported since. Money in cents. */
export type CreditedSince = { id: string; userId: string; amountCents: number; paidAtMs: number };

/**
 * The statements that record a restore, for the program that did it. The pauses belong in the same batch.
 * @param restore.findings all of them; as many as are shown are stored
 */
export function recordRestore(
  query: Query,
  restore: {
    id: string;
    copySequence: number;
    journalSequence: number;
    findings: readonly RestoreFinding[];
  },
  nowMs: number,
) {
  const { id, copySequence, journalSequence, findings } = restore;
  const findingCount = findings.length;
  return [
    query.insert(restores).values({
      id,
      restoredAtMs: nowMs,
      copySequence,
      journalSequence,
      findingCount,
      findings: JSON.stringify(findings.slice(0, RESTORE_FINDINGS_MAX)),
    }),
    audit(
      query,
      { actor: "system", action: "restore.done", subject: `restore:${id}`, detail: { findings: findingCount } },
      nowMs,
    ),
  ] as const;
}

const columns = {
  id: restores.id,
  restoredAtMs: restores.restoredAtMs,
  findingCount: restores.findingCount,
  findings: restores.findings,
  resumedAtMs: restores.resumedAtMs,
  approvedBy: approvalsOn(sql`'restore:' || ${restores}.id`),
  credited: creditedSince(),
  /** How many restores wait for their review: several when a copy of an unreviewed database was restored. */
  openCount: sql<number>`(SELECT count(*) FROM ${restores} WHERE ${restores}.resumed_at_ms IS NULL)`,
};

/** Payments that the payment network knew and neither copy nor journal did: the newest, as many as findings are shown. */
function creditedSince(): SQL<CreditedSince[]> {
  const credited = sql`SELECT id, user_id, paid_cents, paid_at_ms FROM ${deposits} WHERE paid_at_ms >= ${restores}.restored_at_ms AND created_at_ms < ${restores}.restored_at_ms ORDER BY paid_at_ms DESC LIMIT ${RESTORE_FINDINGS_MAX}`;
  return sql`(SELECT json_group_array(json_object('id', id, 'userId', user_id, 'amountCents', paid_cents, 'paidAtMs', paid_at_ms)) FROM (${credited}))`.mapWith(
    // The statement above makes this type true.
    (json: string) => JSON.parse(json) as CreditedSince[],
  );
}

/** The statement that reads the restores that wait for their review. @param callerId NULL reads nothing */
export function selectOpenRestores(query: Query, callerId: SQL) {
  return query
    .select(columns)
    .from(restores)
    .where(and(sql`${callerId} IS NOT NULL`, isNull(restores.resumedAtMs)))
    .orderBy(restores.restoredAtMs);
}

/** The statement that reads one restore. @param callerId NULL reads nothing */
export function selectRestore(query: Query, callerId: SQL, id: string) {
  return query
    .select(columns)
    .from(restores)
    .where(and(sql`${callerId} IS NOT NULL`, eq(restores.id, id)));
}

/** The statement that ends the review. The database refuses it without the approvals of two admins. */
export function noteResumed(query: Query, id: string, nowMs: number) {
  return query.update(restores).set({ resumedAtMs: nowMs }).where(eq(restores.id, id));
}

/** The condition that a restore still waits for its review. */
export function isUnreviewed(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${restores} WHERE ${restores.id} = ${id} AND ${restores.resumedAtMs} IS NULL)`;
}
