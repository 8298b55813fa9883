import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { providers } from "../../db/schema/index.ts";
import type { Settings } from "../platform/env.ts";
import { tokenInUse } from "./bakong-token.ts";

/**
 * The budget and the breaker of calls to the payment network: a row of the database, since isolates share no memory.
 * After five failures in a row there are no calls for 30 s, then one probe in ten seconds.
 */
const BREAKER = { failures: 5, openMs: 30_000, probeEveryMs: 10_000 };

/**
 * Five calls a second in all. Neither those who wait at a screen nor the sweep can use up what is the other's: however
 * many poll, every code is asked about in its turn.
 */
export const CALLS_PER_SECOND = { person: 3, sweep: 2 } as const;
export type CallBudget = keyof typeof CALLS_PER_SECOND;

/** What a claimed call starts from. */
export type ClaimedCall = {
  /** The network's failures in a row before it: an answer after failures closes the breaker. */
  failuresInARow: number;
  /** The renewed token as it is kept; null while the configured one is in use. */
  tokenSealed: string | null;
};

/**
 * The statement that claims one call.
 * @param budget  out of whose part of the budget
 * @param needed what must hold for the call to be worth making; a claim that is not needed costs nothing
 * @returns a row exactly when the network may be called now
 */
export function claimCall(query: Query, budget: CallBudget, needed: SQL, nowMs: number) {
  const secondMs = Math.floor(nowMs / 1000) * 1000;
  const isSameSecond = sql`${providers.secondMs} = ${secondMs}`;
  const sweepCalls = sql`${providers.sweepCallsInSecond}`;
  const callsOf = { person: sql`${providers.callsInSecond} - ${sweepCalls}`, sweep: sweepCalls };
  const bySweep = budget === "sweep" ? 1 : 0;
  return query
    .update(providers)
    .set({
      secondMs,
      callsInSecond: sql`CASE WHEN ${isSameSecond} THEN ${providers.callsInSecond} + 1 ELSE 1 END`,
      sweepCallsInSecond: sql`CASE WHEN ${isSameSecond} THEN ${sweepCalls} + ${bySweep} ELSE ${bySweep} END`,
      openUntilMs: sql`CASE WHEN ${providers.failuresInARow} >= ${BREAKER.failures} THEN ${nowMs + BREAKER.probeEveryMs} ELSE 0 END`,
    })
    .where(
      sql`${providers.name} = 'bakong' AND ${providers.openUntilMs} <= ${nowMs} AND (${providers.secondMs} <> ${secondMs} OR ${callsOf[budget]} < ${CALLS_PER_SECOND[budget]}) AND ${needed}`,
    )
    .returning({ failuresInARow: providers.failuresInARow, tokenSealed: providers.tokenSealed });
}

/** Where a call goes and what opens it. */
export async function accessFor(settings: Settings, { tokenSealed }: Pick<ClaimedCall, "tokenSealed">) {
  return { url: settings.BAKONG_API_URL, token: await tokenInUse(settings, tokenSealed) };
}

/** Whether the payment network has been failing: what the user is told when a deposit could not be asked about. */
export function selectProvider(query: Query) {
  return query.select({ failuresInARow: providers.failuresInARow }).from(providers).where(eq(providers.name, "bakong"));
}

/** In place of the token's end: the network refuses it already. */
const REFUSED = 0;

/**
 * The statement that tells all isolates how a call went.
 * @param outcome `refused`: the network did not take our token, which is then renewed
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

/** The token as it is kept, and whether the network refuses it. */
export function selectToken(query: Query) {
  return query
    .select({ tokenSealed: providers.tokenSealed, isRefused: isTokenRefused.mapWith(Boolean) })
    .from(providers)
    .where(eq(providers.name, "bakong"));
}

/** The condition that the network refuses the token in use. */
export const isTokenRefused = sql`coalesce((SELECT ${providers.tokenExpiresAtMs} = ${REFUSED} FROM ${providers} WHERE ${providers.name} = 'bakong'), 0)`;

/** The statement that keeps a renewed token; calls need not wait for the breaker any more. */
export function storeToken(query: Query, tokenSealed: string, endsAtMs: number | null) {
  return query
    .update(providers)
    .set({ tokenSealed, tokenExpiresAtMs: endsAtMs, failuresInARow: 0, openUntilMs: 0 })
    .where(eq(providers.name, "bakong"));
}
