import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { deliveries, notificationSettings, pushSubscriptions, users } from "../../db/schema/index.ts";

/** The SQL that reads how a person is reached. Functions return statements; verbs put them into batches. */

const { channel, subscriptionId, createdAtMs, dueAtMs, sentAtMs, shownAtMs, status } = deliveries;

/** The statement that reads a person's address and the order of their channels. */
export function selectOrder(query: Query, userId: SQL<string>) {
  return query
    .select({ email: users.email, order: notificationSettings.channelOrder })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(eq(users.id, userId));
}

/** The statement that reads the last delivery to each browser of a person. */
export function selectLastPushes(query: Query, userId: SQL<string>) {
  const newest = sql`(SELECT id FROM ${deliveries} AS newest WHERE newest.subscription_id = ${pushSubscriptions.id} ORDER BY id DESC LIMIT 1)`;
  return query
    .select({ subscriptionId, createdAtMs, dueAtMs, sentAtMs, shownAtMs, status })
    .from(pushSubscriptions)
    .innerJoin(deliveries, eq(deliveries.id, newest))
    .where(eq(pushSubscriptions.userId, userId));
}

/** The statement that reads a person's last delivery by Telegram and the last one by mail. */
export function selectLastMessages(query: Query, userId: SQL<string>) {
  const lastBy = (name: "telegram" | "email") =>
    query
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.userId, userId), eq(channel, name)))
      .orderBy(desc(deliveries.id))
      .limit(1);
  return query
    .select({ channel, createdAtMs, dueAtMs, sentAtMs, shownAtMs, status })
    .from(deliveries)
    .where(
      inArray(
        deliveries.id,
        sql`(SELECT id FROM (${lastBy("telegram")}) UNION ALL SELECT id FROM (${lastBy("email")}))`,
      ),
    );
}
