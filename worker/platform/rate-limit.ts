import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { counters } from "../../db/schema/index.ts";
import { VERIFICATION_CODE } from "../contract/limits.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { sha256Hex } from "./secrets.ts";

/** So many times in so long. */
export type Limit = { max: number; windowMs: number };

/** Source: `security.md` section 8. Those by address are multiplied by the setting ADDRESS_LIMIT_FACTOR. */
export const LIMITS = {
  loginByAddress: { max: 20, windowMs: MINUTE_MS },
  adminLoginByDevice: { max: 5, windowMs: 15 * MINUTE_MS },
  adminLoginByAccountAndAddress: { max: 5, windowMs: 15 * MINUTE_MS },
  adminLoginByAccount: { max: 50, windowMs: 15 * MINUTE_MS },
  adminLoginByAddress: { max: 20, windowMs: 15 * MINUTE_MS },
  /** Mails about wrong codes with an admin's right password: one to the owner, and one to every admin. */
  adminCodeNotice: { max: 1, windowMs: HOUR_MS },
  /** Mails to every admin about one kind of event. */
  adminAlert: { max: 1, windowMs: HOUR_MS },
  signupByAddress: { max: 5, windowMs: HOUR_MS },
  forgotByAccount: { max: 3, windowMs: HOUR_MS },
  forgotByAddress: { max: 10, windowMs: HOUR_MS },
  resetByAddress: { max: 10, windowMs: HOUR_MS },
  noticeByAccount: { max: 3, windowMs: HOUR_MS },
  verificationByAccount: { max: 10, windowMs: HOUR_MS },
  /** Counts for whomever the pending cookie names, decoys too: whoever asks learns nothing. */
  resendPause: { max: 1, windowMs: VERIFICATION_CODE.resendAfterMs },
  resendByAccount: { max: 10, windowMs: HOUR_MS },
  depositByAccount: { max: 10, windowMs: HOUR_MS },
  withdrawalByAccountHourly: { max: 5, windowMs: HOUR_MS },
  withdrawalByAccountDaily: { max: 10, windowMs: 24 * HOUR_MS },
  verifyPaymentByDeposit: { max: 20, windowMs: MINUTE_MS },
  uploadByAccount: { max: 10, windowMs: HOUR_MS },
  idCardByAccount: { max: 5, windowMs: 24 * HOUR_MS },
  /** Every completed withdrawal takes a proof. */
  uploadByAdmin: { max: 120, windowMs: HOUR_MS },
  /** Files of lists of the desk, which take data about many people along. */
  exportByAdmin: { max: 30, windowMs: HOUR_MS },
  profileByAccount: { max: 30, windowMs: MINUTE_MS },
  /** Whoever sits at a signed-in browser may guess its owner's password this often. */
  passwordByAccount: { max: 5, windowMs: 15 * MINUTE_MS },
  /** Keys shown and codes tried while a second factor is turned on. */
  enrolmentByAccount: { max: 20, windowMs: 15 * MINUTE_MS },
  sessionsByAccount: { max: 60, windowMs: MINUTE_MS },
  stepUpByAccount: { max: 5, windowMs: 15 * MINUTE_MS },
  themeByAccount: { max: 10, windowMs: MINUTE_MS },
} as const satisfies Record<string, Limit>;

/**
 * A statement that counts one more under a key. Above the maximum the CHECK `too_many_requests` refuses it, and with
 * it the whole batch: a limit costs no round trip of its own, and cannot be raced.
 *
 * @param key   what is counted, e.g. `loginByAddress:<hash>`; personal data only as a hash
 * @param nowMs epoch ms
 */
export function countOne(query: Query, key: string | SQL, limit: Limit, nowMs: number) {
  const { first, more } = upsert(limit, nowMs);
  return query
    .insert(counters)
    .values({ key, ...first })
    .onConflictDoUpdate({ target: counters.key, set: more });
}

/**
 * The same for the caller of a batch, whose id is known only inside it. A stranger's id is NULL, which the key's
 * NOT NULL refuses: nothing is counted and the batch ends as `not_signed_in`.
 */
export function countOneOf(query: Query, what: keyof typeof LIMITS, callerId: SQL<string>, nowMs: number) {
  return countOne(query, sql`${`${what}:`} || ${callerId}`, LIMITS[what], nowMs);
}

/**
 * A statement that counts one more as long as the limit lasts, and above it changes nothing: for calls that are answered
 * all the same, only with less. To the next statement `changes() = 1` says that it was within the limit.
 * @param keys a SELECT of the key; no row counts nothing
 */
export function countWhileWithin(query: Query, keys: SQL, limit: Limit, nowMs: number) {
  const { first, more, isFresh } = upsert(limit, nowMs);
  const { count, max, windowEndsAtMs } = first;
  return (
    query
      .insert(counters)
      // Without its WHERE the grammar takes what follows for a part of the SELECT.
      .select(sql`SELECT key, ${count}, ${max}, ${windowEndsAtMs} FROM (${keys}) WHERE TRUE`)
      .onConflictDoUpdate({ target: counters.key, set: more, setWhere: sql`${isFresh} OR ${counters.count} < ${max}` })
  );
}

/** The row of a counter's first one, and what one more makes of it: a new window when the last one has ended. */
function upsert({ max, windowMs }: Limit, nowMs: number) {
  const isFresh = sql`${counters.windowEndsAtMs} <= ${nowMs}`;
  const first = { count: 1, max, windowEndsAtMs: nowMs + windowMs };
  const more = {
    count: sql`CASE WHEN ${isFresh} THEN 1 ELSE ${counters.count} + 1 END`,
    max,
    windowEndsAtMs: sql`CASE WHEN ${isFresh} THEN ${first.windowEndsAtMs} ELSE ${counters.windowEndsAtMs} END`,
  };
  return { first, more, isFresh };
}

/** A limit of addresses with its maximum raised by a factor: on the local stack everyone shares one address. */
export function scaled(limit: Limit, factor: number): Limit {
  return { ...limit, max: limit.max * factor };
}

/** A key that does not hold what it counts. */
export async function counterKey(what: string, who: string): Promise<string> {
  return `${what}:${(await sha256Hex(who)).slice(0, 32)}`;
}
