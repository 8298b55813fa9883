import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { jobRuns } from "../../db/schema/index.ts";

/**
 * The statement that claims a run of a job that does not run every minute. When runs of the cron overlap, only one of
 * them gets the claim.
 * @param everyMs how long after a run the next one may begin, in ms
 * @returns one row exactly when the job may run now
 */
export function claimRun(query: Query, job: string, everyMs: number | SQL, nowMs: number) {
  return query
    .insert(jobRuns)
    .values({ job, ranAtMs: nowMs })
    .onConflictDoUpdate({
      target: jobRuns.job,
      set: { ranAtMs: nowMs },
      setWhere: sql`${jobRuns.ranAtMs} <= ${nowMs} - (${everyMs})`,
    })
    .returning({ job: jobRuns.job });
}

/**
 * The statement that releases the claim of a failed run, so that the next run of the cron may claim the job again.
 * @param claimedAtMs when it was claimed; a later claim is kept
 */
export function releaseRun(query: Query, job: string, claimedAtMs: number) {
  return query.delete(jobRuns).where(and(eq(jobRuns.job, job), eq(jobRuns.ranAtMs, claimedAtMs)));
}

/** The statement that forgets that a job ever ran. */
export function forgetRun(query: Query, job: string) {
  return query.delete(jobRuns).where(eq(jobRuns.job, job));
}

/** The statement that reads when a job last ran completely. @returns no row when it never did */
export function selectRun(query: Query, job: string) {
  return query.select({ ranAtMs: jobRuns.ranAtMs }).from(jobRuns).where(eq(jobRuns.job, job));
}

/** The statement that reads when jobs last ran. @param callerId NULL reads nothing */
export function selectLastRuns(query: Query, callerId: SQL, jobs: readonly string[]) {
  return query
    .select({ job: jobRuns.job, ranAtMs: jobRuns.ranAtMs })
    .from(jobRuns)
    .where(and(sql`${callerId} IS NOT NULL`, inArray(jobRuns.job, [...jobs])));
}

/** The statement that records a finished run, for a job that is retried until it succeeds. */
export function recordRun(query: Query, job: string, nowMs: number) {
  return query
    .insert(jobRuns)
    .values({ job, ranAtMs: nowMs })
    .onConflictDoUpdate({ target: jobRuns.job, set: { ranAtMs: nowMs } });
}
