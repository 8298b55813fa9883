import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { providers } from "../../db/schema/index.ts";

/**
 * The budget and the breaker of calls to the payment network: a row of the database, since isolates share no memory.
 * Five calls a second in all; after five failures in a row none for 30 s, then one probe in ten seconds.
 */
const BREAKER = { failures: 5, openMs: 30_000, probeEveryMs: 10_000, callsPerSecond: 5 };

/**
 * The statement that claims one call.
 * @param needed what must hold for the call to be worth making; a claim that is not needed costs nothing
 * @returns a row exactly when the network may be called now
 */
export function claimCall(query: Query, needed: SQL, nowMs: number) {
  const secondMs = Math.floor(nowMs / 1000) * 1000;
  return query
    .update(providers)
    .set({
      secondMs,
      callsInSecond: sql`CASE WHEN ${providers.secondMs} = ${secondMs} THEN ${providers.callsInSecond} + 1 ELSE 1 END`,
      openUntilMs: sql`CASE WHEN ${providers.failuresInARow} >= ${BREAKER.failures} THEN ${nowMs + BREAKER.probeEveryMs} ELSE 0 END`,
    })
    .where(
      sql`${providers.name} = 'bakong' AND ${providers.openUntilMs} <= ${nowMs} AND (${providers.secondMs} <> ${secondMs} OR ${providers.callsInSecond} < ${BREAKER.callsPerSecond}) AND ${needed}`,
    )
    .returning({ failuresInARow: providers.failuresInARow });
}

/** Whether the payment network has been failing: what the user is told when a deposit could not be asked about. */
export function selectProvider(query: Query) {
  return query.select({ failuresInARow: providers.failuresInARow }).from(providers).where(eq(providers.name, "bakong"));
}

/** The statement that tells all isolates how a call went. */
export function recordCall(query: Query, outcome: "answered" | "failed", nowMs: number) {
  const failures = sql`${providers.failuresInARow} + 1`;
  return query
    .update(providers)
    .set(
      outcome === "answered"
        ? { failuresInARow: 0, openUntilMs: 0 }
        : {
            failuresInARow: failures,
            openUntilMs: sql`CASE WHEN ${failures} = ${BREAKER.failures} THEN ${nowMs + BREAKER.openMs} ELSE ${providers.openUntilMs} END`,
          },
    )
    .where(eq(providers.name, "bakong"));
}
