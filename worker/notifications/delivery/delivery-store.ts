import { lt, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { channelServices, deliveries } from "../../../db/schema/index.ts";
import { type Channel, DELIVERY, PAUSED_STATUS } from "../../contract/channels.ts";
import type { NotificationEvent } from "../../contract/notifications.ts";
import { DAY_MS } from "../../contract/time.ts";
import { browserJson, chatJson, type DueDelivery, saidJson } from "../channel-facts-sql.ts";

/** The only SQL that writes what was sent by channels. Functions return statements; verbs put them into batches. */

/** The event whose pushes take each other's place (`channelWords`). */
const ALERT_FIRED: NotificationEvent = "alert_fired";

/** A channel that is tested, and the browser of a push; null for other channels. */
export type TestedChannel = { channel: Channel; subscriptionId: number | null };

/**
 * The statement that asks for a test of a channel; the dispatcher sends it after the commit.
 * @param userId an expression that is NULL asks for none
 * @returns rows: its id, or none for a channel that the person has not connected
 */
export function insertTest(
  query: Query,
  userId: SQL<string>,
  { channel, subscriptionId }: TestedChannel,
  nowMs: number,
) {
  const isConnected =
    channel === "push"
      ? sql`EXISTS (SELECT 1 FROM push_subscriptions WHERE id = ${subscriptionId} AND user_id = ${userId} AND ended_at_ms IS NULL)`
      : channel === "telegram"
        ? sql`EXISTS (SELECT 1 FROM telegram_links WHERE user_id = ${userId} AND blocked_at_ms IS NULL)`
        : sql`TRUE`;
  return query.all<{ id: number }>(
    sql`INSERT INTO ${deliveries} (user_id, channel, subscription_id, created_at_ms, due_at_ms)
      SELECT id, ${channel}, ${subscriptionId}, ${nowMs}, ${nowMs} FROM users WHERE id = ${userId} AND ${isConnected} RETURNING id`,
  );
}

/** The condition on `users` for the person of a test by e-mail whose mail is not in the outbox yet. */
export function isUnsentTest({ id, userId }: { id: number; userId: string }): SQL {
  return sql`users.id = ${userId} AND NOT EXISTS (SELECT 1 FROM outbox WHERE id = ${`delivery:${id}`})`;
}

/**
 * The statement that notes that a browser has shown a push, and with it those before that it took the place of: the push service keeps
 * only the newest of an alert, and the browser shows only that. A repeat changes nothing. The receipt may come before the service's answer.
 */
export function noteShown(query: Query, id: number, nowMs: number) {
  return query.run(
    sql`UPDATE ${deliveries} SET sent_at_ms = coalesce(sent_at_ms, ${nowMs}), shown_at_ms = ${nowMs}, due_at_ms = NULL
      WHERE channel = 'push' AND shown_at_ms IS NULL AND id IN (
        SELECT ${id}
        UNION ALL SELECT earlier.id FROM deliveries AS shown
          JOIN notifications AS said ON said.id = shown.notification_id AND said.event = ${ALERT_FIRED}
          JOIN deliveries AS earlier ON earlier.subscription_id = shown.subscription_id AND earlier.id < shown.id AND earlier.sent_at_ms IS NOT NULL AND earlier.shown_at_ms IS NULL
          JOIN notifications AS replaced ON replaced.id = earlier.notification_id AND replaced.event = said.event AND replaced.detail ->> 'alert' = said.detail ->> 'alert'
        WHERE shown.id = ${id})`,
  );
}

/** The statement that deletes what was sent to a person, with the account that they close. */
export function deleteDeliveriesOf(query: Query, userId: string) {
  return query.delete(deliveries).where(sql`${deliveries.userId} = ${userId}`);
}

/** The statements that delete tests that are too old to be shown, and services that have long answered again. What was sent of a notification goes with it. */
export function deleteOldDeliveries(query: Query, nowMs: number) {
  return [
    query
      .delete(deliveries)
      .where(sql`${deliveries.createdAtMs} < ${nowMs - 30 * DAY_MS} AND ${deliveries.notificationId} IS NULL`),
    query.delete(channelServices).where(lt(channelServices.closedUntilMs, nowMs - DAY_MS)),
  ] as const;
}

/** A message that a notification is about to be told by. @property dueAtMs null for one that is not sent from its row */
export type NewDelivery = { id: number; channel: Channel; dueAtMs: number | null };

/** A delivery of a push that was written and claimed. */
export type ClaimedPush = { id: number; notificationId: number; subscriptionId: number };

/** Of a claim: until when it holds, and the time. */
type Claim = { untilMs: number; nowMs: number };

/**
 * The statement that writes the pushes of notifications that a dispatcher has claimed, one for each browser, claimed until the same time.
 * A browser that a notification has had gets none.
 * @returns rows: the pushes
 */
export function insertPushes(query: Query, notificationIds: readonly number[], { untilMs, nowMs }: Claim) {
  return query.all<ClaimedPush>(sql`INSERT INTO ${deliveries} (notification_id, user_id, channel, subscription_id, created_at_ms, attempts, due_at_ms)
      SELECT n.id, n.user_id, 'push', p.id, ${nowMs}, 1, ${untilMs}
      FROM json_each(${JSON.stringify(notificationIds)}) AS given JOIN notifications AS n ON n.id = given.value AND +n.channel_due_at_ms = ${untilMs}
      JOIN push_subscriptions AS p ON p.user_id = n.user_id AND p.ended_at_ms IS NULL
      WHERE TRUE ON CONFLICT DO NOTHING
      RETURNING id, notification_id AS notificationId, subscription_id AS subscriptionId`);
}

/** The statement that writes the deliveries of claimed notifications by other channels. A channel that a notification has had gets none. */
export function insertMessages(query: Query, messages: readonly NewDelivery[], { untilMs, nowMs }: Claim) {
  return query.run(sql`INSERT INTO ${deliveries} (notification_id, user_id, channel, created_at_ms, due_at_ms)
      SELECT n.id, n.user_id, given.value ->> 'channel', ${nowMs}, given.value ->> 'dueAtMs'
      FROM json_each(${JSON.stringify(messages)}) AS given JOIN notifications AS n ON n.id = given.value ->> 'id' AND +n.channel_due_at_ms = ${untilMs}
      WHERE TRUE ON CONFLICT DO NOTHING`);
}

/** The statement that ends the attempts by channels that others have taken over from. */
export function endOtherAttempts(query: Query, taken: readonly { id: number; channel: Channel | null }[]) {
  return query.run(sql`UPDATE ${deliveries} SET due_at_ms = NULL
    FROM (SELECT value ->> 'id' AS id, value ->> 'channel' AS channel FROM json_each(${JSON.stringify(taken)})) AS turn
    WHERE deliveries.notification_id = turn.id AND deliveries.channel <> turn.channel AND +deliveries.due_at_ms IS NOT NULL`);
}

/** The status of a claimed message whose attempt before has no answer: its dispatcher ended, and nobody knows whether it was sent. */
export const IN_DOUBT = -1;

/**
 * The statement that claims deliveries that are due, and counts the attempt.
 * @param options.channels of these alone
 * @param options.untilMs when another dispatcher may claim them
 */
export function claimDeliveries(
  query: Query,
  { channels, nowMs, untilMs, max }: { channels: readonly Channel[]; nowMs: number; untilMs: number; max: number },
) {
  return query.all<DueDelivery>(sql`UPDATE ${deliveries} SET due_at_ms = ${untilMs}, attempts = attempts + 1, status = CASE WHEN channel = 'push' THEN status WHEN attempts > 0 AND coalesce(status, ${IN_DOUBT}) = ${IN_DOUBT} THEN ${IN_DOUBT} END
    WHERE id IN (SELECT due.id FROM deliveries AS due WHERE due.due_at_ms <= ${nowMs} AND due.channel IN (SELECT value FROM json_each(${JSON.stringify(channels)})) ORDER BY due.due_at_ms LIMIT ${max})
    RETURNING id, notification_id AS notificationId, user_id AS userId, channel, created_at_ms AS createdAtMs, attempts, status, due_at_ms AS dueAtMs,
      (SELECT users.language FROM users WHERE users.id = deliveries.user_id) AS language,
      ${browserJson(sql.raw("deliveries.subscription_id"))} AS browser, ${chatJson(sql.raw("deliveries.user_id"))} AS chat,
      ${saidJson(sql.raw("deliveries.notification_id"), sql.raw("deliveries.channel"))} AS said`);
}

/**
 * What became of an attempt.
 * @property claimedUntilMs of the claim: one that another dispatcher has claimed since, or that was ended, is not tried again
 * @property nextMs when it is tried next; null for the last attempt
 */
export type AttemptEnd = {
  id: number;
  claimedUntilMs: number;
  attempts: number;
  status: number | null;
  sentAtMs: number | null;
  shownAtMs: number | null;
  nextMs: number | null;
};

/** The statement that writes what became of attempts. What a browser has shown meanwhile stays so. */
export function finishAttempts(query: Query, ends: readonly AttemptEnd[]) {
  const of = (name: keyof AttemptEnd) => sql.raw(`value ->> '${name}'`);
  return query.run(sql`UPDATE ${deliveries} SET attempts = done.attempts, status = coalesce(nullif(done.status, ${PAUSED_STATUS}), deliveries.status, done.status),
      sent_at_ms = coalesce(deliveries.sent_at_ms, done.sent_at), shown_at_ms = coalesce(deliveries.shown_at_ms, done.shown_at),
      due_at_ms = CASE WHEN deliveries.sent_at_ms IS NULL AND deliveries.due_at_ms = done.claimed THEN done.next END
    FROM (SELECT ${of("id")} AS id, ${of("claimedUntilMs")} AS claimed, ${of("attempts")} AS attempts, ${of("status")} AS status,
      ${of("sentAtMs")} AS sent_at, ${of("shownAtMs")} AS shown_at, ${of("nextMs")} AS next FROM json_each(${JSON.stringify(ends)})) AS done
    WHERE deliveries.id = done.id AND (deliveries.due_at_ms = done.claimed OR done.sent_at IS NOT NULL)`);
}

/** The statement that reads which services are paused, or are to be tried again. */
export function selectClosedServices(query: Query) {
  return query.select().from(channelServices);
}

/** The statement that pauses a service until a time, one failure more. */
export function closeService(query: Query, service: string, untilMs: number) {
  return query.run(sql`INSERT INTO ${channelServices} (service, failures, closed_until_ms) VALUES (${service}, 1, ${untilMs})
    ON CONFLICT (service) DO UPDATE SET failures = failures + 1, closed_until_ms = max(closed_until_ms, excluded.closed_until_ms)`);
}

/** The statement that lets one caller try a service whose pause has ended. @returns rows: none for the others */
export function claimProbe(query: Query, service: string, seenUntilMs: number, untilMs: number) {
  return query.all<{ service: string }>(
    sql`UPDATE ${channelServices} SET closed_until_ms = ${untilMs} WHERE service = ${service} AND closed_until_ms = ${seenUntilMs} RETURNING service`,
  );
}

/** The statement that notes that a service answers. */
export function openService(query: Query, service: string) {
  return query.delete(channelServices).where(sql`${channelServices.service} = ${service}`);
}

/** The statement that reads when the dispatcher has something to do next, epoch ms; null for nothing. */
export function selectNextDue(query: Query) {
  return query.all<{ atMs: number | null }>(sql`SELECT min(at) AS atMs FROM (
    SELECT min(channel_due_at_ms) AS at FROM notifications WHERE channel_due_at_ms IS NOT NULL
    UNION ALL SELECT min(due_at_ms) FROM deliveries WHERE due_at_ms IS NOT NULL)`);
}

/** The statement that counts, for an admin, what each channel was given since a time, what it failed at, and what was accepted and never shown. */
export function selectChannelCounts(query: Query, callerId: SQL<string>, sinceMs: number, nowMs: number) {
  const isSilent = sql`${deliveries.sentAtMs} < ${nowMs - DELIVERY.confirmMs} AND ${deliveries.shownAtMs} IS NULL`;
  const isFailed = sql`${deliveries.sentAtMs} IS NULL AND ${deliveries.dueAtMs} IS NULL`;
  return query
    .select({
      channel: deliveries.channel,
      count: sql<number>`count(*)`,
      silent: sql<number>`coalesce(sum(${isSilent}), 0)`,
      failed: sql<number>`coalesce(sum(${isFailed}), 0)`,
    })
    .from(deliveries)
    .where(
      sql`${deliveries.createdAtMs} >= ${sinceMs} AND ${deliveries.notificationId} IS NOT NULL AND ${callerId} IS NOT NULL`,
    )
    .groupBy(deliveries.channel);
}
