import { and, asc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../db/client.ts";
import { deposits } from "../../db/schema/index.ts";
import { DEPOSIT } from "../contract/limits.ts";
import { countWhileWithin, LIMITS } from "../platform/rate-limit.ts";
import { type DepositRow, isOwn } from "./deposit-store.ts";
import { type CallBudget, claimCall } from "./payment-network.ts";

/** The SQL about asking the payment network: which deposits are due, and who may ask now. */

/**
 * Deposits that the sweep is to ask about now: the open ones, whose payers wait, and then those that have ended. Of each
 * person the longest waiting first: who has many codes waits longer for the second of them than anybody else for their first.
 */
export function selectDue(query: Query, nowMs: number, most: number) {
  const hasEnded = sql`${deposits.status} <> 'pending'`;
  const turn = sql`row_number() OVER (PARTITION BY ${deposits.userId}, ${hasEnded} ORDER BY ${deposits.nextAskAtMs})`;
  return query
    .select()
    .from(deposits)
    .where(lte(deposits.nextAskAtMs, nowMs))
    .orderBy(hasEnded, turn, asc(deposits.nextAskAtMs))
    .limit(most);
}

/** The statement that plans the sweep's next question about a deposit, unless its state has changed meanwhile. */
export function schedulePoll(
  query: Query,
  { id, status }: Pick<DepositRow, "id" | "status">,
  nextAskAtMs: number | null,
) {
  return query
    .update(deposits)
    .set({ nextAskAtMs })
    .where(and(eq(deposits.id, id), eq(deposits.status, status)));
}

/** The statement that counts one poll of the caller's own deposit, within the limit. @see countWhileWithin */
export function countPoll(query: Query, callerId: SQL<string>, md5Hash: string, nowMs: number) {
  const keys = sql`SELECT 'verifyPaymentByDeposit:' || ${deposits.id} AS key FROM ${deposits} WHERE ${isOwn(callerId, md5Hash)}`;
  return countWhileWithin(query, keys, LIMITS.verifyPaymentByDeposit, nowMs);
}

/** A deposit that has ended may still be paid, but the sweep watches it: one person's old codes must not use up the calls. */
const ASK_ENDED_MS = 5 * 60_000;

/**
 * Two statements that claim, right after {@link countPoll}, that the payment network is asked about the caller's own
 * deposit: once in four seconds, however many codes they have open.
 * @returns rows of the first statement: one exactly when the network may be asked now
 */
export function claimPoll(query: Query, callerId: SQL<string>, md5Hash: string, nowMs: number) {
  const latelyMs = nowMs - DEPOSIT.providerAskMs;
  const others = alias(deposits, "others");
  // The last part is what the partial index asks for.
  const hasAskedLately = sql`EXISTS (SELECT 1 FROM ${deposits} AS others WHERE ${eq(others.userId, deposits.userId)} AND ${gt(others.askedAtMs, latelyMs)} AND ${others.askedAtMs} > 0)`;
  const isWatched = sql`(${deposits.status} = 'pending' OR ${deposits.nextAskAtMs} <= ${nowMs} OR (
    ${deposits.status} <> 'paid' AND ${deposits.nextAskAtMs} IS NOT NULL AND ${deposits.askedAtMs} <= ${nowMs - ASK_ENDED_MS}
  ))`;
  const which = sql`${isOwn(callerId, md5Hash)} AND ${isWatched} AND NOT ${hasAskedLately}`;
  return claimPollCall(query, "person", which, nowMs, sql`changes() = 1`);
}

/**
 * Two statements that claim the sweep's question about a deposit, unless it was asked meanwhile.
 * @returns rows of the first statement: one exactly when the network may be asked now
 */
export function claimSweep(query: Query, { id }: Pick<DepositRow, "id">, nowMs: number) {
  const isDue = and(
    eq(deposits.id, id),
    lte(deposits.nextAskAtMs, nowMs),
    lte(deposits.askedAtMs, nowMs - DEPOSIT.providerAskMs),
  );
  return claimPollCall(query, "sweep", sql`${isDue}`, nowMs, sql`TRUE`);
}

/** @param allowed what the statement before must have done for the claim to be allowed */
function claimPollCall(query: Query, budget: CallBudget, which: SQL, nowMs: number, allowed: SQL) {
  return [
    claimCall(query, budget, sql`${allowed} AND EXISTS (SELECT 1 FROM ${deposits} WHERE ${which})`, nowMs),
    query.update(deposits).set({ askedAtMs: nowMs }).where(sql`changes() = 1 AND ${which}`),
  ] as const;
}
