import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { notificationSettings, users } from "../../db/schema/index.ts";
import { NOTIFICATION_MAILS } from "../contract/notifications.ts";

/** The only SQL that writes what people chose of their notifications. Functions return statements; verbs put them into batches. */

/** A person's settings, as columns of a query on `users` joined with {@link notificationSettings}. */
export const SETTING_COLUMNS = {
  email: users.hasEmailNotifications,
  money: isOn(notificationSettings.mailsMoney, NOTIFICATION_MAILS.money),
  alert: isOn(notificationSettings.mailsAlerts, NOTIFICATION_MAILS.alert),
  order: isOn(notificationSettings.mailsOrders, NOTIFICATION_MAILS.order),
  marketing: isOn(notificationSettings.mailsNews, NOTIFICATION_MAILS.marketing),
  quietFromMin: notificationSettings.quietFromMin,
  quietToMin: notificationSettings.quietToMin,
};

function isOn(column: SQLWrapper, usual: boolean) {
  return sql<boolean>`coalesce(${column}, ${usual ? 1 : 0})`.mapWith(Boolean);
}

/** The statement that reads a person's settings. */
export function selectSettings(query: Query, userId: SQL<string>) {
  return query
    .select(SETTING_COLUMNS)
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(eq(users.id, userId));
}

/** A person's settings as {@link selectSettings} reads them. */
export type SettingsRow = ReturnType<typeof selectSettings>["_"]["result"][number];

/** What a person changes of their settings. */
export type SettingsChange = Partial<Omit<typeof notificationSettings.$inferInsert, "userId">>;

/**
 * The statements that write a change of a person's settings; all else stays as they chose it, also in another change at the same time.
 * @param userId an expression that is NULL writes nothing
 */
export function saveSettings(query: Query, userId: SQL<string>, change: SettingsChange) {
  return [
    // The condition on users keeps SQLite from reading ON CONFLICT as that of a join.
    query.run(
      sql`INSERT INTO ${notificationSettings} (user_id) SELECT id FROM ${users} WHERE id = ${userId} ON CONFLICT (user_id) DO NOTHING`,
    ),
    query.update(notificationSettings).set(change).where(eq(notificationSettings.userId, userId)),
  ] as const;
}

/** The statement that deletes a person's settings, with the account that they close. */
export function deleteSettingsOf(query: Query, userId: string) {
  return query.delete(notificationSettings).where(eq(notificationSettings.userId, userId));
}
