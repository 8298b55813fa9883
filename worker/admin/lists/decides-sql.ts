import { type SQL, sql } from "drizzle-orm";
import { holdsRole } from "../../platform/session-store.ts";

/** Takes the place of a caller's id in a job of the cron: statements that read nothing without a caller read for it. */
export const CALLED_BY_JOB = sql`'cron'`;

/**
 * The condition that somebody decides about items: what waits for a decision waits for operators alone, and for the job that calls them.
 * @param adminId NULL decides nothing
 */
export function decides(adminId: SQL): SQL {
  return sql`(${adminId} = ${CALLED_BY_JOB} OR ${holdsRole(adminId, ["operator"])})`;
}
