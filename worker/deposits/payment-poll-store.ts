import { and, asc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../db/client.ts";
import { deposits } from "../../db/schema/index.ts";
import { DEPOSIT } from "../contract/limits.ts";
import { countWhileWithin } from "../platform/counter-store.ts";
import { LIMITS } from "../platform/rate-limit.ts";
import { type DepositRow, isOwn, notePollIfChanged } from "./deposit-store.ts";
import { type CallBudget, claimCall } from "./provider-store.ts";

/** The SQL about polling the payment network: which deposits are due, and who may poll now. */

/**
 * The statement that reads the deposits to poll now: open ones first, because their payers are waiting, then ended
 * ones. Users take turns: the second code of a user comes after the first code of every other user, in order of waiting
 * time.
 */
export function selectDue(query: Query, nowMs: number, limit: number) {
  const hasEnded = sql`${deposits.status} <> 'pending'`;
  const userRank = sql`row_number() OVER (PARTITION BY ${deposits.userId}, ${hasEnded} ORDER BY ${deposits.nextAskAtMs})`;
  return query
    .select()
    .from(deposits)
    .where(lte(deposits.nextAskAtMs, nowMs))
    .orderBy(hasEnded, userRank, asc(deposits.nextAskAtMs))
    .limit(limit);
}

/** The statement that counts one poll of the caller's own deposit, up to the limit. @see countWhileWithin */
export function countPoll(query: Query, callerId: SQL<string>, md5Hash: string, nowMs: number) {
  const keys = sql`SELECT 'verifyPaymentByDeposit:' || ${deposits.id} AS key FROM ${deposits} WHERE ${isOwn(callerId, md5Hash)}`;
  return countWhileWithin(query, keys, LIMITS.verifyPaymentByDeposit, nowMs);
}

/**
 * A client may poll an ended deposit only this often, because the sweep polls it as well: one user's old codes must not
 * use up the budget.
 */
const POLL_ENDED_MS = 5 * 60_000;

/**
 * Two statements, right after {@link countPoll}, that claim a poll of the caller's own deposit: once in four seconds
 * per user, however many codes they have open.
 * @returns rows of the first statement: one exactly when the network may be called now
 */
export function claimPoll(query: Query, callerId: SQL<string>, md5Hash: string, nowMs: number) {
  const pollSinceMs = nowMs - DEPOSIT.providerAskMs;
  const others = alias(deposits, "others");
  // The last condition is that of the partial index, so that SQLite uses it.
  const hasPolledRecently = sql`EXISTS (SELECT 1 FROM ${deposits} AS others WHERE ${eq(others.userId, deposits.userId)} AND ${gt(others.askedAtMs, pollSinceMs)} AND ${others.askedAtMs} > 0)`;
  const isWatched = sql`(${deposits.status} = 'pending' OR ${deposits.nextAskAtMs} <= ${nowMs} OR (
    ${deposits.status} <> 'paid' AND ${deposits.nextAskAtMs} IS NOT NULL AND ${deposits.askedAtMs} <= ${nowMs - POLL_ENDED_MS}
  ))`;
  const which = sql`${isOwn(callerId, md5Hash)} AND ${isWatched} AND NOT ${hasPolledRecently}`;
  return claimPollCall(query, "person", which, nowMs, sql`changes() = 1`);
}

/**
 * Two statements that claim the sweep's poll of a deposit, unless it was polled meanwhile.
 * @returns rows of the first statement: one exactly when the network may be called now
 */
export function claimSweep(query: Query, { id }: Pick<DepositRow, "id">, nowMs: number) {
  const isDue = and(
    eq(deposits.id, id),
    lte(deposits.nextAskAtMs, nowMs),
    lte(deposits.askedAtMs, nowMs - DEPOSIT.providerAskMs),
  );
  return claimPollCall(query, "sweep", sql`${isDue}`, nowMs, sql`TRUE`);
}

/** @param allowed the condition on the statement before under which the claim is allowed */
function claimPollCall(query: Query, budget: CallBudget, which: SQL, nowMs: number, allowed: SQL) {
  return [
    claimCall(query, budget, sql`${allowed} AND EXISTS (SELECT 1 FROM ${deposits} WHERE ${which})`, nowMs),
    notePollIfChanged(query, which, nowMs),
  ] as const;
}
