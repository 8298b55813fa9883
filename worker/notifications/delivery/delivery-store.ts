import { lt, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { channelServices, deliveries } from "../../../db/schema/index.ts";
import type { Channel } from "../../contract/channels.ts";
import { DAY_MS } from "../../contract/time.ts";

/** The only SQL that writes what was sent by channels. Functions return statements; verbs put them into batches. */

/**
 * The statement that asks for a test of a channel; the dispatcher sends it after the commit.
 * @param userId an expression that is NULL asks for none
 * @param subscriptionId the browser of a push, which must be the person's own and in use; null for other channels
 * @returns rows: its id
 */
export function insertTest(
  query: Query,
  userId: SQL<string>,
  { channel, subscriptionId }: { channel: Channel; subscriptionId: number | null },
  nowMs: number,
) {
  const isOwn =
    subscriptionId === null
      ? sql`${channel} <> 'push'`
      : sql`EXISTS (SELECT 1 FROM push_subscriptions WHERE id = ${subscriptionId} AND user_id = ${userId} AND ended_at_ms IS NULL)`;
  return query.all<{ id: number }>(
    sql`INSERT INTO ${deliveries} (user_id, channel, subscription_id, created_at_ms, due_at_ms)
      SELECT id, ${channel}, ${subscriptionId}, ${nowMs}, ${nowMs} FROM users WHERE id = ${userId} AND ${isOwn} RETURNING id`,
  );
}

/** The statement that notes that a browser has shown a push; a repeat changes nothing. The receipt may come before the service's answer. */
export function noteShown(query: Query, id: number, nowMs: number) {
  return query.run(
    sql`UPDATE ${deliveries} SET sent_at_ms = coalesce(sent_at_ms, ${nowMs}), shown_at_ms = ${nowMs}, due_at_ms = NULL WHERE id = ${id} AND channel = 'push' AND shown_at_ms IS NULL`,
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
