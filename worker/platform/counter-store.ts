import { eq, lt, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { prepared, type Value } from "../../db/prepared.ts";
import { counters } from "../../db/schema/index.ts";
import { LIMITS, type Limit } from "./rate-limit.ts";

/** The only SQL that writes the counters of rate limits. Functions return statements; verbs put them into batches. */

/**
 * The statement that adds one to a counter. Above the maximum it raises `too_many_requests` with the time until its window
 * ends, which refuses its whole batch, as the CHECK of that name would: a limit costs no round trip of its own and cannot
 * be raced.
 *
 * @param key what is counted, e.g. `loginByAddress:<hash>`; personal data only as a hash
 * @param nowMs epoch ms
 */
export function countOne(query: Query, key: string | SQL, limit: Limit, nowMs: number) {
  const { first, increment } = upsert(limit.max, nowMs, nowMs + limit.windowMs);
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
  const { max, windowMs } = LIMITS[what];
  return countOneOfCaller(query, `${what}:`, callerId, max, nowMs, nowMs + windowMs);
}

const countOneOfCaller = prepared(
  (
    query,
    prefix: Value<string>,
    callerId: SQL,
    max: Value<number>,
    nowMs: Value<number>,
    windowEndsAtMs: Value<number>,
  ) => {
    const { first, increment } = upsert(max, nowMs, windowEndsAtMs);
    return query
      .insert(counters)
      .values({ key: sql`${prefix} || ${callerId}`, ...first })
      .onConflictDoUpdate({ target: counters.key, set: increment });
  },
);

/**
 * The statement that adds one to a counter below the limit and changes nothing above it, for calls that are answered
 * either way, only with less. For the next statement `changes() = 1` means within the limit.
 * @param keys a SELECT of the key; without a row nothing is counted
 */
export function countWhileWithin(query: Query, keys: SQL, { max, windowMs }: Limit, nowMs: number) {
  return countKeysWhileWithin(query, keys, max, nowMs, nowMs + windowMs);
}

const countKeysWhileWithin = prepared(
  (query, keys: SQL, max: Value<number>, nowMs: Value<number>, windowEndsAtMs: Value<number>) => {
    const { first, increment, isFresh } = upsert(max, nowMs, windowEndsAtMs);
    return (
      query
        .insert(counters)
        // Without WHERE the grammar would parse ON CONFLICT as part of the SELECT.
        .select(sql`SELECT key, ${first.count}, ${max}, ${windowEndsAtMs} FROM (${keys}) WHERE TRUE`)
        .onConflictDoUpdate({
          target: counters.key,
          set: increment,
          setWhere: sql`${isFresh} OR ${counters.count} < ${max}`,
        })
    );
  },
);

/** As {@link countWhileWithin}, for one key. Counts only if a condition holds. */
export function countWhileWithinIf(query: Query, key: string, limit: Limit, nowMs: number, condition: SQL = sql`TRUE`) {
  return countWhileWithin(query, sql`SELECT ${key} AS key WHERE ${condition}`, limit, nowMs);
}

/**
 * The statements that count for the caller of a batch that itself refuses an unauthenticated caller, for whom they do
 * nothing. Above the maximum the second one refuses the batch as `too_many_requests`.
 */
export function countOneIfCaller(query: Query, what: keyof typeof LIMITS, callerId: SQL<string>, nowMs: number) {
  const key = sql`SELECT key FROM (SELECT ${`${what}:`} || ${callerId} AS key) WHERE key IS NOT NULL`;
  const refusal = sql`(SELECT ${refusalUntilEnd(nowMs)} FROM ${counters} WHERE ${counters.key} = ${`${what}:`} || ${callerId})`;
  return [
    countWhileWithin(query, key, LIMITS[what], nowMs),
    query.run(
      sql`SELECT CASE WHEN ${callerId} IS NULL OR changes() = 1 THEN 1 ELSE json_extract('{}', ${refusal}) END`,
    ),
  ] as const;
}

/** The statement that begins to count tries of something, up to a limit; what was counted before does not count. */
export function startTries(query: Query, key: string, { max, windowMs }: Limit, nowMs: number) {
  const none = { count: 0, max, windowEndsAtMs: nowMs + windowMs };
  return query
    .insert(counters)
    .values({ key, ...none })
    .onConflictDoUpdate({ target: counters.key, set: none });
}

/** The statement that counts a try. @returns rows: how many are left, or none where none was left before */
export function countTry(query: Query, key: string, nowMs: number) {
  return query
    .update(counters)
    .set({ count: sql`${counters.count} + 1` })
    .where(
      sql`${eq(counters.key, key)} AND ${counters.count} < ${counters.max} AND ${counters.windowEndsAtMs} > ${nowMs}`,
    )
    .returning({ left: sql<number>`${counters.max} - ${counters.count}` });
}

/** The statement that resets a counter, after a success. */
export function resetCounter(query: Query, key: string) {
  return query.delete(counters).where(eq(counters.key, key));
}

/** The statement that deletes the counters of windows that have ended. */
export function deleteExpiredCounters(query: Query, nowMs: number) {
  return query.delete(counters).where(lt(counters.windowEndsAtMs, nowMs));
}

/** The values of a new counter, and the update of an existing one: a new window starts when the last one has ended. */
function upsert<N extends number | Value<number>>(max: N, nowMs: N, windowEndsAtMs: N) {
  const isFresh = sql`${counters.windowEndsAtMs} <= ${nowMs}`;
  const first = { count: 1, max, windowEndsAtMs };
  const increment = {
    count: sql`CASE WHEN ${isFresh} THEN 1 ELSE ${counters.count} + 1 END`,
    max: sql`${max}`,
    windowEndsAtMs: sql`CASE WHEN ${isFresh} THEN ${windowEndsAtMs} WHEN ${counters.count} >= ${max} THEN json_extract('{}', ${refusalUntilEnd(nowMs)}) ELSE ${counters.windowEndsAtMs} END`,
  };
  return { first, increment, isFresh };
}

/**
 * The guard's name and the seconds until the window of a counter ends, in whole minutes: a bad JSON path, which raises an error
 * that carries both. See `guard.ts`.
 */
function refusalUntilEnd(nowMs: number | Value<number>): SQL {
  const minutes = sql`CAST((${counters.windowEndsAtMs} - ${nowMs} + 59999) / 60000 AS INTEGER)`;
  return sql`'too_many_requests ' || (${minutes} * 60)`;
}
