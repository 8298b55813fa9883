import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { prepared, shaped, type Value } from "../../db/prepared.ts";
import { providers } from "../../db/schema/index.ts";

/**
 * The only SQL that writes the payment network: its call budget, its circuit breaker and its token, in one row, since
 * isolates share no memory. Functions return statements; verbs put them into batches.
 */

/** After five failures in a row there are no calls for 30 s, then one probe every ten seconds. */
const BREAKER = { failures: 5, openMs: 30_000, probeEveryMs: 10_000 };

/**
 * Five calls a second in total. Waiting traders and the sweep have separate shares, so that neither can use up the
 * other's: every code is polled in time, however many traders poll.
 */
export const CALLS_PER_SECOND = { person: 3, sweep: 2 } as const;
/** A share of the call budget. */
export type CallBudget = keyof typeof CALLS_PER_SECOND;

/** The state before a claimed call. */
export type ClaimedCall = {
  /** The network's failures in a row so far: an answer after failures closes the breaker. */
  failuresInARow: number;
  /** The encrypted renewed token; null while the configured one is in use. */
  tokenSealed: string | null;
};

/**
 * The statement that claims one call.
 * @param budget the share of the budget that it counts against
 * @param needed the condition for the call to be useful; a claim that is not needed costs nothing
 * @returns a row exactly when the network may be called now
 */
export function claimCall(query: Query, budget: CallBudget, needed: SQL, nowMs: number) {
  const secondMs = Math.floor(nowMs / 1000) * 1000;
  return claimCallAt(query, budget === "sweep", needed, nowMs, secondMs, nowMs + BREAKER.probeEveryMs);
}

const claimCallAt = prepared(
  (
    query,
    isSweep: boolean,
    needed: SQL,
    nowMs: Value<number>,
    secondMs: Value<number>,
    nextProbeAtMs: Value<number>,
  ) => {
    const isSameSecond = sql`${providers.secondMs} = ${secondMs}`;
    const sweepCalls = sql`${providers.sweepCallsInSecond}`;
    const calls = isSweep ? sweepCalls : sql`${providers.callsInSecond} - ${sweepCalls}`;
    const callsMax = isSweep ? CALLS_PER_SECOND.sweep : CALLS_PER_SECOND.person;
    const bySweep = isSweep ? 1 : 0;
    return query
      .update(providers)
      .set({
        secondMs: sql`${secondMs}`,
        callsInSecond: sql`CASE WHEN ${isSameSecond} THEN ${providers.callsInSecond} + 1 ELSE 1 END`,
        sweepCallsInSecond: sql`CASE WHEN ${isSameSecond} THEN ${sweepCalls} + ${bySweep} ELSE ${bySweep} END`,
        openUntilMs: sql`CASE WHEN ${providers.failuresInARow} >= ${BREAKER.failures} THEN ${nextProbeAtMs} ELSE 0 END`,
      })
      .where(
        sql`${providers.name} = 'bakong' AND ${providers.openUntilMs} <= ${nowMs} AND (${providers.secondMs} <> ${secondMs} OR ${calls} < ${callsMax}) AND ${needed}`,
      )
      .returning({ failuresInARow: providers.failuresInARow, tokenSealed: providers.tokenSealed });
  },
);

/** The statement that claims one call for the caller of a batch; none without a caller. @see claimCall */
export function claimCallOf(query: Query, callerId: SQL<string>, nowMs: number) {
  return claimCall(query, "person", isCaller(callerId), nowMs);
}

const isCaller = shaped((callerId: SQL) => sql`${callerId} IS NOT NULL`);

/**
 * The statement that reads whether the payment network is failing. The deposit screen shows it when a poll was not possible.
 */
export const selectProvider = prepared((query) =>
  query.select({ failuresInARow: providers.failuresInARow }).from(providers).where(eq(providers.name, "bakong")),
);

/** Stored in place of the token's expiry when the network refuses the token. */
const REFUSED = 0;

/**
 * The statement that records the outcome of a call for all isolates.
 * @param outcome `refused`: the network did not accept our token, which is then renewed
 */
export function recordCall(query: Query, outcome: "answered" | "failed" | "refused", nowMs: number) {
  const failures = sql`${providers.failuresInARow} + 1`;
  return query
    .update(providers)
    .set(
      outcome === "answered"
        ? {
            failuresInARow: 0,
            openUntilMs: 0,
            tokenExpiresAtMs: sql`NULLIF(${providers.tokenExpiresAtMs}, ${REFUSED})`,
          }
        : {
            failuresInARow: failures,
            openUntilMs: sql`CASE WHEN ${failures} = ${BREAKER.failures} THEN ${nowMs + BREAKER.openMs} ELSE ${providers.openUntilMs} END`,
            ...(outcome === "refused" && { tokenExpiresAtMs: REFUSED }),
          },
    )
    .where(eq(providers.name, "bakong"));
}

/** The statement that reads the stored token and whether the network refuses it. */
export function selectToken(query: Query) {
  return query
    .select({ tokenSealed: providers.tokenSealed, isRefused: isTokenRefused.mapWith(Boolean) })
    .from(providers)
    .where(eq(providers.name, "bakong"));
}

/** The condition that the network refuses the current token. */
const isTokenRefused = sql`coalesce((SELECT ${providers.tokenExpiresAtMs} = ${REFUSED} FROM ${providers} WHERE ${providers.name} = 'bakong'), 0)`;

/** One of two times in ms, as an expression: which one depends on whether the network refuses the current token. */
export function byTokenState({ refusedMs, acceptedMs }: { refusedMs: number; acceptedMs: number }): SQL {
  return sql`CASE WHEN ${isTokenRefused} THEN ${refusedMs} ELSE ${acceptedMs} END`;
}

/** The statement that stores a renewed token and closes the breaker. */
export function storeToken(query: Query, tokenSealed: string, endsAtMs: number | null) {
  return query
    .update(providers)
    .set({ tokenSealed, tokenExpiresAtMs: endsAtMs, failuresInARow: 0, openUntilMs: 0 })
    .where(eq(providers.name, "bakong"));
}
