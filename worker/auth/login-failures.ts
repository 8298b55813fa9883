import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { loginFailures } from "../../db/schema/index.ts";

/**
 * Counts failed attempts at an account's password (separately for each known browser) or at its second factor: five are
 * free, then the delay doubles after each. Source: `security.md` section 3, rule 8, and section 8.
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
