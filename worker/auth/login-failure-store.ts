import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { loginFailures } from "../../db/schema/index.ts";
import { DAY_MS } from "../contract/time.ts";
import { countWhileWithinIf } from "../platform/counter-store.ts";
import type { Limit } from "../platform/rate-limit.ts";

/**
 * The only SQL that counts failed attempts at an account's password (separately for each known browser) or at its
 * second factor: five are free, then the delay doubles after each. Functions return statements; verbs put them into
 * batches. Source: `security.md` section 3, rule 8, and section 8.
 */

const FREE = 5;
const WINDOW_MS = 15 * 60_000;
const FIRST_DELAY_MS = 30_000;
const DOUBLINGS_MAX = 7;
const LOCKED_AT = 100;
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * The statement that counts an attempt as failed before anything is checked; a success deletes the row.
 *
 * Wrong passwords are counted within 15 minutes, and 100 in a row lock the account until a reset. Wrong codes are
 * counted in a row without a window, because there are only a million codes, and never lock for good, because nothing
 * could unlock them.
 *
 * @returns rows: one with the key when the attempt is allowed, none during a delay
 */
export function claimAttempt(query: Query, at: "password" | "second_factor", key: SQL | string, nowMs: number) {
  const isExpired = sql`${loginFailures.windowEndsAtMs} <= ${nowMs}`;
  const inARow = sql`${loginFailures.inARow} + 1`;
  const inWindow = sql`(CASE WHEN ${isExpired} THEN 1 ELSE ${loginFailures.inWindow} + 1 END)`;
  const counted = at === "password" ? inWindow : inARow;
  const lockedAt = at === "password" ? LOCKED_AT : NEVER;
  const delayMs = sql`${FIRST_DELAY_MS} * (1 << min(${counted} - ${FREE}, ${DOUBLINGS_MAX}))`;
  return query
    .insert(loginFailures)
    .values({ key, inARow: 1, inWindow: 1, windowEndsAtMs: nowMs + WINDOW_MS, blockedUntilMs: 0 })
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: {
        inARow,
        inWindow,
        // Further attempts extend the window, so that the delay keeps doubling until the attempts stop.
        windowEndsAtMs: sql`CASE WHEN ${isExpired} OR ${counted} >= ${FREE} THEN ${nowMs + WINDOW_MS} ELSE ${loginFailures.windowEndsAtMs} END`,
        blockedUntilMs: sql`CASE WHEN ${inARow} >= ${lockedAt} THEN ${NEVER} WHEN ${counted} >= ${FREE} THEN ${nowMs} + ${delayMs} ELSE 0 END`,
      },
      setWhere: sql`${loginFailures.blockedUntilMs} <= ${nowMs}`,
    })
    .returning({ key: loginFailures.key });
}

/** The statement that releases an attempt that was claimed but not made. */
export function releaseAttempt(query: Query, key: SQL | string) {
  return query
    .update(loginFailures)
    .set({ inARow: sql`${loginFailures.inARow} - 1`, inWindow: sql`${loginFailures.inWindow} - 1`, blockedUntilMs: 0 })
    .where(eq(loginFailures.key, key));
}

/** The statement that resets a count after a success. */
export function resetFailures(query: Query, key: SQL | string) {
  return query.delete(loginFailures).where(eq(loginFailures.key, key));
}

/** The statement that reads until when no attempt is allowed, epoch ms; no row without failures. */
export function selectBlockedUntil(query: Query, key: SQL | string) {
  return query
    .select({ blockedUntilMs: loginFailures.blockedUntilMs })
    .from(loginFailures)
    .where(eq(loginFailures.key, key));
}

/**
 * The statement that counts a notice about failed attempts, up to its limit. For the next statement `changes() = 1`
 * means that the notice is due.
 * @param notice.counter the key of the counter of notices
 * @param notice.isDue false: none is due
 * @param notice.after when given, none is due before so many failures of this key in a row
 */
export function countNotice(
  query: Query,
  notice: { counter: string; limit: Limit; isDue: boolean; after?: { failures: number; key: string } },
  nowMs: number,
) {
  const { counter, limit, isDue, after } = notice;
  const isDueNow = sql`${isDue ? 1 : 0}`;
  const condition =
    after === undefined
      ? isDueNow
      : sql`${isDueNow} AND (SELECT ${loginFailures.inARow} FROM ${loginFailures} WHERE ${loginFailures.key} = ${after.key}) >= ${after.failures}`;
  return countWhileWithinIf(query, counter, limit, nowMs, condition);
}

/** The statement that deletes the counts whose window ended a day ago and that delay nothing. */
export function deleteOldFailures(query: Query, nowMs: number) {
  return query
    .delete(loginFailures)
    .where(sql`${loginFailures.windowEndsAtMs} < ${nowMs - DAY_MS} AND ${loginFailures.blockedUntilMs} < ${nowMs}`);
}
