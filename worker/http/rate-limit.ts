import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { counters } from "../../db/schema/index.ts";
import { VERIFICATION_CODE } from "../contract/limits.ts";
import { sha256Hex } from "./secrets.ts";

/** So many times in so long. */
export type Limit = { max: number; windowMs: number };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Source: `security.md` section 8. `address` limits are multiplied by the setting ADDRESS_LIMIT_FACTOR. */
export const LIMITS = {
  loginByAddress: { max: 20, windowMs: MINUTE },
  adminLoginByAccountAndAddress: { max: 5, windowMs: 15 * MINUTE },
  adminLoginByAccount: { max: 50, windowMs: 15 * MINUTE },
  adminLoginByAddress: { max: 20, windowMs: 15 * MINUTE },
  signupByAddress: { max: 5, windowMs: HOUR },
  forgotByAccount: { max: 3, windowMs: HOUR },
  forgotByAddress: { max: 10, windowMs: HOUR },
  resetByAddress: { max: 10, windowMs: HOUR },
  noticeByAccount: { max: 3, windowMs: HOUR },
  verificationByAccount: { max: 10, windowMs: HOUR },
  /** Counts for whomever the pending cookie names, decoys too: whoever asks learns nothing. */
  resendPause: { max: 1, windowMs: VERIFICATION_CODE.resendAfterMs },
  resendByAccount: { max: 10, windowMs: HOUR },
  depositByAccount: { max: 10, windowMs: HOUR },
  withdrawalByAccountHourly: { max: 5, windowMs: HOUR },
  withdrawalByAccountDaily: { max: 10, windowMs: 24 * HOUR },
  verifyPaymentByDeposit: { max: 20, windowMs: MINUTE },
  uploadByAccount: { max: 10, windowMs: HOUR },
  idCardByAccount: { max: 5, windowMs: 24 * HOUR },
  /** Every completed withdrawal takes a proof. */
  uploadByAdmin: { max: 120, windowMs: HOUR },
  /** Files of lists of the desk, which take data about many people along. */
  exportByAdmin: { max: 30, windowMs: HOUR },
  profileByAccount: { max: 30, windowMs: MINUTE },
  /** Whoever sits at a signed-in browser may guess its owner's password this often. */
  passwordByAccount: { max: 5, windowMs: 15 * MINUTE },
  /** Keys shown and codes tried while a second factor is turned on. */
  enrolmentByAccount: { max: 20, windowMs: 15 * MINUTE },
  sessionsByAccount: { max: 60, windowMs: MINUTE },
  stepUpByAccount: { max: 5, windowMs: 15 * MINUTE },
  themeByAccount: { max: 10, windowMs: MINUTE },
} as const satisfies Record<string, Limit>;

/**
 * A statement that counts one more under a key. Above the maximum the CHECK `too_many_requests` refuses it, and with
 * it the whole batch: a limit costs no round trip of its own, and cannot be raced.
 *
 * @param key   what is counted, e.g. `loginByAddress:<hash>`; personal data only as a hash
 * @param nowMs epoch ms
 */
export function countOne(query: Query, key: string | SQL, limit: Limit, nowMs: number) {
  const fresh = sql`${counters.windowEndsAtMs} <= ${nowMs}`;
  return query
    .insert(counters)
    .values({ key, count: 1, max: limit.max, windowEndsAtMs: nowMs + limit.windowMs })
    .onConflictDoUpdate({
      target: counters.key,
      set: {
        count: sql`CASE WHEN ${fresh} THEN 1 ELSE ${counters.count} + 1 END`,
        windowEndsAtMs: sql`CASE WHEN ${fresh} THEN ${nowMs + limit.windowMs} ELSE ${counters.windowEndsAtMs} END`,
        max: limit.max,
      },
    });
}

/**
 * The same for the caller of a batch, whose id is known only inside it. A stranger's id is NULL, which the key's
 * NOT NULL refuses: nothing is counted and the batch ends as `not_signed_in`.
 */
export function countOneOf(query: Query, what: keyof typeof LIMITS, me: SQL<string>, limit: Limit, nowMs: number) {
  return countOne(query, sql`${`${what}:`} || ${me}`, limit, nowMs);
}

/**
 * A statement that counts one more as long as the limit lasts, and above it changes nothing: for calls that are answered
 * all the same, only with less. To the next statement `changes() = 1` says that it was within the limit.
 * @param keys a SELECT of the key, with a WHERE; no row counts nothing
 */
export function countWhileWithin(query: Query, keys: SQL, limit: Limit, nowMs: number) {
  const fresh = sql`${counters.windowEndsAtMs} <= ${nowMs}`;
  const endsAtMs = nowMs + limit.windowMs;
  return query.run(
    sql`INSERT INTO ${counters} (key, count, max, window_ends_at_ms) SELECT key, 1, ${limit.max}, ${endsAtMs} FROM (${keys}) WHERE TRUE ON CONFLICT (key) DO UPDATE SET count = CASE WHEN ${fresh} THEN 1 ELSE ${counters.count} + 1 END, window_ends_at_ms = CASE WHEN ${fresh} THEN ${endsAtMs} ELSE ${counters.windowEndsAtMs} END, max = ${limit.max} WHERE ${fresh} OR ${counters.count} < ${limit.max}`,
  );
}

/** The same, and the maximum is raised by a factor: the local stack shares one address among everyone. */
export function scaled(limit: Limit, factor: number): Limit {
  return { ...limit, max: limit.max * factor };
}

/** A key that does not hold what it counts. */
export async function counterKey(what: string, who: string): Promise<string> {
  return `${what}:${(await sha256Hex(who)).slice(0, 32)}`;
}
