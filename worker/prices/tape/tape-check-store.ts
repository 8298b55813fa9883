import { and, between, count, desc, inArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { tapeFaults, tapeMarks } from "../../../db/schema/index.ts";
import { SEGMENT_FAULTS, type TapeFault } from "../../contract/tape/check-seal.ts";

/** The SQL about the results of the check of the tape. */

/** How far along the tape a job of the check has come. */
export type TapeMark = typeof tapeMarks.$inferSelect;
/** A fault of a minute of the tape. */
export type MinuteFault = { minuteMs: number; fault: TapeFault; detail: string };

/** The statement that reads the marks. @param callerId NULL reads nothing; the cron leaves it out */
export function selectTapeMarks(query: Query, callerId: SQL = sql`1`) {
  return query.select().from(tapeMarks).where(sql`${callerId} IS NOT NULL`);
}

/** The statement that writes marks in place of those before. */
export function writeTapeMarks(query: Query, marks: readonly TapeMark[]) {
  const { minuteMs, lastSeq, seal, atMs } = tapeMarks;
  const excluded = (name: string) => sql.raw(`excluded.${name}`);
  const set = {
    minuteMs: excluded(minuteMs.name),
    lastSeq: excluded(lastSeq.name),
    seal: excluded(seal.name),
    atMs: excluded(atMs.name),
  };
  return query
    .insert(tapeMarks)
    .values([...marks])
    .onConflictDoUpdate({ target: tapeMarks.mark, set });
}

/**
 * The statement that deletes the faults of segments that were found in order when their minutes were checked again.
 * Those of seals stay: a chain that was made anew looks right the next time.
 */
export function deleteMendedFaults(
  query: Query,
  span: { fromMs: number; toMs: number },
  found: readonly MinuteFault[],
) {
  const still = JSON.stringify(found.map(({ minuteMs, fault }) => `${minuteMs} ${fault}`));
  return query
    .delete(tapeFaults)
    .where(
      and(
        between(tapeFaults.minuteMs, span.fromMs, span.toMs),
        inArray(tapeFaults.fault, [...SEGMENT_FAULTS]),
        sql`${tapeFaults.minuteMs} || ' ' || ${tapeFaults.fault} NOT IN (SELECT value FROM json_each(${still}))`,
      ),
    );
}

/** The statement that records faults, of which known ones keep their time. @param found at least one */
export function recordTapeFaults(query: Query, found: readonly MinuteFault[], nowMs: number) {
  const rows = found.map((one) => ({ ...one, foundAtMs: nowMs }));
  return query.insert(tapeFaults).values(rows).onConflictDoNothing();
}

/** How many faults the overview lists. */
const FAULTS_SHOWN_MAX = 8;

/** The statements that read the number of faults and the newest of them. @param callerId NULL reads nothing */
export function selectTapeFaults(query: Query, callerId: SQL) {
  const isAuthorized = sql`${callerId} IS NOT NULL`;
  return [
    query.select({ count: count() }).from(tapeFaults).where(isAuthorized),
    query
      .select()
      .from(tapeFaults)
      .where(isAuthorized)
      .orderBy(desc(tapeFaults.minuteMs), tapeFaults.fault)
      .limit(FAULTS_SHOWN_MAX),
  ] as const;
}
