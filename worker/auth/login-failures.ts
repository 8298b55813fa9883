import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { loginFailures } from "../../db/schema/index.ts";

/**
 * Failed tries at one account's password, those of each browser that it knows apart, or at its second factor: five are free, then each waits twice as long as
 * the one before. Source: `security.md` section 3, rule 8, and section 8.
 */

const FREE = 5;
const WINDOW_MS = 15 * 60_000;
const FIRST_DELAY_MS = 30_000;
const DOUBLINGS_MAX = 7;
const LOCKED_AT = 100;
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * The statement that takes a try before anything is checked, as if it failed; a success deletes the row.
 *
 * Wrong passwords are counted in 15 minutes, and after 100 in a row only a reset opens the account. Wrong codes are
 * counted in a row, since a million of them are all there are, and never lock for good: nothing could unlock them.
 *
 * @returns rows: one with the key when the try may be made, none while it waits
 */
export function claimTry(query: Query, at: "password" | "second_factor", key: SQL | string, nowMs: number) {
  const fresh = sql`${loginFailures.windowEndsAtMs} <= ${nowMs}`;
  const inARow = sql`${loginFailures.inARow} + 1`;
  const inWindow = sql`(CASE WHEN ${fresh} THEN 1 ELSE ${loginFailures.inWindow} + 1 END)`;
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
        // While tries go on, so does the window: the delay keeps doubling until the account is left in peace.
        windowEndsAtMs: sql`CASE WHEN ${fresh} OR ${counted} >= ${FREE} THEN ${nowMs + WINDOW_MS} ELSE ${loginFailures.windowEndsAtMs} END`,
        blockedUntilMs: sql`CASE WHEN ${inARow} >= ${lockedAt} THEN ${NEVER} WHEN ${counted} >= ${FREE} THEN ${nowMs} + ${delayMs} ELSE 0 END`,
      },
      setWhere: sql`${loginFailures.blockedUntilMs} <= ${nowMs}`,
    })
    .returning({ key: loginFailures.key });
}

/** The statement that takes a try back that was claimed but never made. */
export function giveTryBack(query: Query, key: SQL | string) {
  return query
    .update(loginFailures)
    .set({ inARow: sql`${loginFailures.inARow} - 1`, inWindow: sql`${loginFailures.inWindow} - 1`, blockedUntilMs: 0 })
    .where(eq(loginFailures.key, key));
}
