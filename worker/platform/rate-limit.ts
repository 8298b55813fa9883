import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { counters } from "../../db/schema/index.ts";
import { VERIFICATION_CODE } from "../contract/limits.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { sha256Hex } from "./secrets.ts";

/** A rate limit: at most `max` in each window. */
export type Limit = { max: number; windowMs: number };

/** All rate limits. The setting ADDRESS_LIMIT_FACTOR multiplies those by address. Source: `security.md` section 8. */
export const LIMITS = {
  loginByAddress: { max: 20, windowMs: MINUTE_MS },
  adminLoginByDevice: { max: 5, windowMs: 15 * MINUTE_MS },
  adminLoginByAccountAndAddress: { max: 5, windowMs: 15 * MINUTE_MS },
  adminLoginByAccount: { max: 50, windowMs: 15 * MINUTE_MS },
  adminLoginByAddress: { max: 20, windowMs: 15 * MINUTE_MS },
  /** Mails about wrong codes with an admin's correct password: one to the owner and one to every admin. */
  adminCodeNotice: { max: 1, windowMs: HOUR_MS },
  /** Mails to every admin about one kind of event. */
  adminAlert: { max: 1, windowMs: HOUR_MS },
  signupByAddress: { max: 5, windowMs: HOUR_MS },
  forgotByAccount: { max: 3, windowMs: HOUR_MS },
  forgotByAddress: { max: 10, windowMs: HOUR_MS },
  resetByAddress: { max: 10, windowMs: HOUR_MS },
  noticeByAccount: { max: 3, windowMs: HOUR_MS },
  verificationByAccount: { max: 10, windowMs: HOUR_MS },
  /** Counted by the pending cookie, also when it belongs to a decoy sign-up, so that the response reveals nothing. */
  resendPause: { max: 1, windowMs: VERIFICATION_CODE.resendAfterMs },
  resendByAccount: { max: 10, windowMs: HOUR_MS },
  depositByAccount: { max: 10, windowMs: HOUR_MS },
  withdrawalByAccountHourly: { max: 5, windowMs: HOUR_MS },
  withdrawalByAccountDaily: { max: 10, windowMs: 24 * HOUR_MS },
  verifyPaymentByDeposit: { max: 20, windowMs: MINUTE_MS },
  uploadByAccount: { max: 10, windowMs: HOUR_MS },
  idCardByAccount: { max: 5, windowMs: 24 * HOUR_MS },
  /** Higher, because every completed withdrawal needs a proof. */
  uploadByAdmin: { max: 120, windowMs: HOUR_MS },
  /** Exports of admin lists, which contain data about many people. */
  exportByAdmin: { max: 30, windowMs: HOUR_MS },
  profileByAccount: { max: 30, windowMs: MINUTE_MS },
  /** Limits password guesses by somebody who uses another user's signed-in browser. */
  passwordByAccount: { max: 5, windowMs: 15 * MINUTE_MS },
  /** Keys shown and codes tried while a second factor is set up. */
  enrolmentByAccount: { max: 20, windowMs: 15 * MINUTE_MS },
  sessionsByAccount: { max: 60, windowMs: MINUTE_MS },
  stepUpByAccount: { max: 5, windowMs: 15 * MINUTE_MS },
  themeByAccount: { max: 10, windowMs: MINUTE_MS },
} as const satisfies Record<string, Limit>;

/**
 * The statement that adds one to a counter. Above the maximum the CHECK `too_many_requests` refuses it together with
 * its whole batch: a limit costs no round trip of its own and cannot be raced.
 *
 * @param key what is counted, e.g. `loginByAddress:<hash>`; personal data only as a hash
 * @param nowMs epoch ms
 */
export function countOne(query: Query, key: string | SQL, limit: Limit, nowMs: number) {
  const { first, increment } = upsert(limit, nowMs);
  return query
    .insert(counters)
    .values({ key, ...first })
    .onConflictDoUpdate({ target: counters.key, set: increment });
}

/**
 * As {@link countOne}, for the caller of a batch, whose id is known only inside it. An unauthenticated caller's id is
 * NULL, which the key's NOT NULL refuses: nothing is counted and the batch fails as `not_signed_in`.
 */
export function countOneOf(query: Query, what: keyof typeof LIMITS, callerId: SQL<string>, nowMs: number) {
  return countOne(query, sql`${`${what}:`} || ${callerId}`, LIMITS[what], nowMs);
}

/**
 * The statement that adds one to a counter below the limit and changes nothing above it, for calls that are answered
 * either way, only with less. For the next statement `changes() = 1` means within the limit.
 * @param keys a SELECT of the key; without a row nothing is counted
 */
export function countWhileWithin(query: Query, keys: SQL, limit: Limit, nowMs: number) {
  const { first, increment, isFresh } = upsert(limit, nowMs);
  const { count, max, windowEndsAtMs } = first;
  return (
    query
      .insert(counters)
      // Without WHERE the grammar would parse ON CONFLICT as part of the SELECT.
      .select(sql`SELECT key, ${count}, ${max}, ${windowEndsAtMs} FROM (${keys}) WHERE TRUE`)
      .onConflictDoUpdate({
        target: counters.key,
        set: increment,
        setWhere: sql`${isFresh} OR ${counters.count} < ${max}`,
      })
  );
}

/** The values of a new counter, and the update of an existing one: a new window starts when the last one has ended. */
function upsert({ max, windowMs }: Limit, nowMs: number) {
  const isFresh = sql`${counters.windowEndsAtMs} <= ${nowMs}`;
  const first = { count: 1, max, windowEndsAtMs: nowMs + windowMs };
  const increment = {
    count: sql`CASE WHEN ${isFresh} THEN 1 ELSE ${counters.count} + 1 END`,
    max,
    windowEndsAtMs: sql`CASE WHEN ${isFresh} THEN ${first.windowEndsAtMs} ELSE ${counters.windowEndsAtMs} END`,
  };
  return { first, increment, isFresh };
}

/** A limit by address with its maximum multiplied by a factor: on the local stack all users share one address. */
export function scaled(limit: Limit, factor: number): Limit {
  return { ...limit, max: limit.max * factor };
}

/** The key of a counter by personal data, which it holds only as a hash. */
export async function counterKey(what: string, who: string): Promise<string> {
  return `${what}:${(await sha256Hex(who)).slice(0, 32)}`;
}
