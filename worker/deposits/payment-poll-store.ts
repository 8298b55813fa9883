import { and, asc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../db/client.ts";
import { shaped, type Value } from "../../db/prepared.ts";
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
  return countWhileWithin(query, pollKeyOf(isOwn(callerId, md5Hash)), LIMITS.verifyPaymentByDeposit, nowMs);
}

const pollKeyOf = shaped(
  (own: SQL) => sql`SELECT 'verifyPaymentByDeposit:' || ${deposits.id} AS key FROM ${deposits} WHERE ${own}`,
);

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
  const which = isToPoll(isOwn(callerId, md5Hash), nowMs, pollSinceMs, nowMs - POLL_ENDED_MS);
  return claimPollCall(query, "person", which, nowMs, { ifChanged: true });
}

const isToPoll = shaped(
  (own: SQL, nowMs: Value<number>, pollSinceMs: Value<number>, pollEndedSinceMs: Value<number>) => {
    const others = alias(deposits, "others");
    // The last condition is that of the partial index, so that SQLite uses it.
    const hasPolledRecently = sql`EXISTS (SELECT 1 FROM ${deposits} AS others WHERE ${eq(others.userId, deposits.userId)} AND ${gt(others.askedAtMs, pollSinceMs)} AND ${others.askedAtMs} > 0)`;
    const isWatched = sql`(${deposits.status} = 'pending' OR ${deposits.nextAskAtMs} <= ${nowMs} OR (
      ${deposits.status} <> 'paid' AND ${deposits.nextAskAtMs} IS NOT NULL AND ${deposits.askedAtMs} <= ${pollEndedSinceMs}
    ))`;
    return sql`${own} AND ${isWatched} AND NOT ${hasPolledRecently}`;
  },
);

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
  return claimPollCall(query, "sweep", sql`${isDue}`, nowMs, { ifChanged: false });
}

/** @param ifChanged claims only if the statement before has changed a row */
function claimPollCall(
  query: Query,
  budget: CallBudget,
  which: SQL,
  nowMs: number,
  { ifChanged }: { ifChanged: boolean },
) {
  return [
    claimCall(query, budget, existsDeposit(which, ifChanged), nowMs),
    notePollIfChanged(query, which, nowMs),
  ] as const;
}

const existsDeposit = shaped(
  (which: SQL, ifChanged: boolean) =>
    sql`${ifChanged ? sql`changes() = 1` : sql`TRUE`} AND EXISTS (SELECT 1 FROM ${deposits} WHERE ${which})`,
);
