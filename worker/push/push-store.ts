import { and, desc, eq, gt, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import { pushSubscriptions } from "../../db/schema/index.ts";
import { DELIVERY } from "../contract/channels.ts";
import { DAY_MS } from "../contract/time.ts";

/** The only SQL that writes the browsers that take pushes. Functions return statements; verbs put them into batches. */

/** How long a browser that has ended is kept, and shown if the push service ended it. */
const ENDED_KEPT_MS = 30 * DAY_MS;

const isInUse = isNull(pushSubscriptions.endedAtMs);

/** A browser's subscription, of a person's session. */
export type NewSubscription = {
  userId: SQL<string>;
  sessionId: SQL<string>;
  endpoint: string;
  publicKey: string;
  secret: string;
  userAgent: string;
  /** The endpoint that the browser had before; null when it knows of none. */
  before: string | null;
};

/**
 * The statements that store a subscription. The endpoint moves to the caller from another person who used the same browser; the same again
 * changes nothing but the session. What the browser had before ends: a session is one browser's, also while its pages renew at once. The batch is refused as `push_endpoint_gone` when the push service has said that this endpoint is gone.
 * The last one inserts a row, or none when it was there.
 */
export function storeSubscription(query: Query, subscription: NewSubscription, nowMs: number) {
  const { userId, sessionId, endpoint, publicKey, secret, userAgent, before } = subscription;
  const isEndpoint = eq(pushSubscriptions.endpoint, endpoint);
  const isOther = or(
    ne(pushSubscriptions.userId, userId),
    ne(pushSubscriptions.publicKey, publicKey),
    ne(pushSubscriptions.secret, secret),
  );
  const isEarlier = or(
    eq(pushSubscriptions.sessionId, sessionId),
    before === null ? undefined : eq(pushSubscriptions.endpoint, before),
  );
  const isGone = sql`EXISTS (SELECT 1 FROM ${pushSubscriptions} WHERE user_id = ${userId} AND ended_status IS NOT NULL AND endpoint = ${endpoint})`;
  return [
    mustHold(query, "push_endpoint_gone", sql`NOT ${isGone}`),
    query
      .update(pushSubscriptions)
      .set({ endedAtMs: nowMs })
      .where(and(isEndpoint, isInUse, isOther)),
    query
      .update(pushSubscriptions)
      .set({ endedAtMs: nowMs })
      .where(and(eq(pushSubscriptions.userId, userId), isInUse, ne(pushSubscriptions.endpoint, endpoint), isEarlier)),
    query
      .update(pushSubscriptions)
      .set({ sessionId, userAgent })
      .where(and(isEndpoint, isInUse, ne(pushSubscriptions.sessionId, sessionId))),
    query
      .insert(pushSubscriptions)
      .values({ userId, sessionId, endpoint, publicKey, secret, userAgent, createdAtMs: nowMs })
      .onConflictDoNothing(),
  ] as const;
}

/** The statement that ends the oldest browsers of a person above the maximum. */
export function endOldest(query: Query, userId: SQL<string>, nowMs: number) {
  const newest = sql`(SELECT id FROM ${pushSubscriptions} WHERE user_id = ${userId} AND ended_at_ms IS NULL ORDER BY id DESC LIMIT ${DELIVERY.browsersMax})`;
  return query
    .update(pushSubscriptions)
    .set({ endedAtMs: nowMs })
    .where(and(eq(pushSubscriptions.userId, userId), isInUse, sql`${pushSubscriptions.id} NOT IN ${newest}`));
}

/** The statement that reads the id of a person's subscription that is in use. */
export function selectSubscriptionId(query: Query, userId: SQL<string>, endpoint: string) {
  return query
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), isInUse, eq(pushSubscriptions.userId, userId)));
}

/** The statement that ends a person's subscription; one that has ended stays as it is. */
export function endSubscription(query: Query, userId: SQL<string>, id: number, nowMs: number) {
  return query
    .update(pushSubscriptions)
    .set({ endedAtMs: nowMs })
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId), isInUse));
}

/** The statement that ends a subscription which its push service says is gone. @param status what it answered: 404 or 410 */
export function endGone(query: Query, id: number, status: number, nowMs: number) {
  return query
    .update(pushSubscriptions)
    .set({ endedAtMs: nowMs, endedStatus: status })
    .where(and(eq(pushSubscriptions.id, id), isInUse));
}

/**
 * The statement that reads a person's browsers, the newest first: those in use, and those that their push service ended, for a month or
 * until the same session has subscribed again.
 * @param ownSessionId the session that asks
 */
export function selectBrowsers(query: Query, userId: SQL<string>, ownSessionId: SQL, nowMs: number) {
  const { id, userAgent, createdAtMs, endedAtMs, endedStatus, sessionId } = pushSubscriptions;
  const isReplaced = sql`EXISTS (SELECT 1 FROM ${pushSubscriptions} AS later WHERE later.user_id = ${pushSubscriptions.userId} AND later.session_id = ${sessionId} AND later.id > ${id})`;
  const isShown = or(
    isInUse,
    and(isNotNull(endedStatus), gt(endedAtMs, nowMs - ENDED_KEPT_MS), sql`NOT ${isReplaced}`),
  );
  return query
    .select({
      id,
      userAgent,
      createdAtMs,
      endedAtMs,
      endedStatus,
      isThis: sql<number>`${sessionId} IS ${ownSessionId}`,
    })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), isShown))
    .orderBy(desc(id))
    .limit(2 * DELIVERY.browsersMax);
}

/** The statement that deletes what ended a month ago, with its deliveries. */
export function deleteEndedSubscriptions(query: Query, nowMs: number) {
  return query.delete(pushSubscriptions).where(lt(pushSubscriptions.endedAtMs, nowMs - ENDED_KEPT_MS));
}

/** The statement that deletes all of a person, with the account that they close. */
export function deleteSubscriptionsOf(query: Query, userId: string) {
  return query.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
}
