import { and, eq, isNotNull, isNull, lte, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { notificationSettings, users } from "../../db/schema/index.ts";
import { CHANNEL_SWITCHES, CHANNELS, type Digest } from "../contract/channels.ts";
import { NOTIFICATION_MAILS } from "../contract/notifications.ts";

/** The only SQL that writes what people chose of their notifications. Functions return statements; verbs put them into batches. */

/** A person's id for statements that take that of a caller, which is known only to SQL. */
export function personId(userId: string): SQL<string> {
  return sql<string>`${userId}`;
}

/** A person's settings, as columns of a query on `users` joined with {@link notificationSettings}. */
export const SETTING_COLUMNS = {
  email: users.hasEmailNotifications,
  money: isOn(notificationSettings.mailsMoney, NOTIFICATION_MAILS.money),
  alert: isOn(notificationSettings.mailsAlerts, NOTIFICATION_MAILS.alert),
  order: isOn(notificationSettings.mailsOrders, NOTIFICATION_MAILS.order),
  marketing: isOn(notificationSettings.mailsNews, NOTIFICATION_MAILS.marketing),
  quietFromMin: notificationSettings.quietFromMin,
  quietToMin: notificationSettings.quietToMin,
  pushesMoney: isOn(notificationSettings.pushesMoney, CHANNEL_SWITCHES.push.money),
  pushesSecurity: isOn(notificationSettings.pushesSecurity, CHANNEL_SWITCHES.push.security),
  pushesAlerts: isOn(notificationSettings.pushesAlerts, CHANNEL_SWITCHES.push.alert),
  pushesOrders: isOn(notificationSettings.pushesOrders, CHANNEL_SWITCHES.push.order),
  telegramsMoney: isOn(notificationSettings.telegramsMoney, CHANNEL_SWITCHES.telegram.money),
  telegramsSecurity: isOn(notificationSettings.telegramsSecurity, CHANNEL_SWITCHES.telegram.security),
  telegramsAlerts: isOn(notificationSettings.telegramsAlerts, CHANNEL_SWITCHES.telegram.alert),
  telegramsOrders: isOn(notificationSettings.telegramsOrders, CHANNEL_SWITCHES.telegram.order),
  channelOrder: sql<string>`coalesce(${notificationSettings.channelOrder}, ${CHANNELS.join(",")})`,
  digest: sql<Digest>`coalesce(${notificationSettings.digest}, 'off')`,
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

/** The statement that reads the settings of the person of a link, and their language. */
export function selectLinkSettings(query: Query, userId: string) {
  return query
    .select({ ...SETTING_COLUMNS, language: users.language })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.closedAtMs)));
}

/** A person's settings as {@link selectSettings} reads them. */
export type SettingsRow = ReturnType<typeof selectSettings>["_"]["result"][number];

/** What a person changes of their settings. A digest is scheduled by {@link chooseDigest}. */
export type SettingsChange = Partial<
  Omit<typeof notificationSettings.$inferInsert, "userId" | "digest" | "digestDueAtMs" | "digestDay">
>;

/** The statement that gives a person who chose nothing so far a row of the defaults. */
function addDefaults(query: Query, userId: SQL<string>) {
  // The condition on users keeps SQLite from reading ON CONFLICT as that of a join.
  return query.run(
    sql`INSERT INTO ${notificationSettings} (user_id) SELECT id FROM ${users} WHERE id = ${userId} ON CONFLICT (user_id) DO NOTHING`,
  );
}

/**
 * The statements that write a change of a person's settings; all else stays as they chose it, also in another change at the same time.
 * @param userId an expression that is NULL writes nothing
 */
export function saveSettings(query: Query, userId: SQL<string>, change: SettingsChange) {
  return [
    addDefaults(query, userId),
    query.update(notificationSettings).set(change).where(eq(notificationSettings.userId, userId)),
  ] as const;
}

/**
 * The statements that choose how often a digest is sent. The job computes when the first one is sent, as only it knows the zone. What is
 * chosen already stays as it was scheduled.
 */
export function chooseDigest(query: Query, userId: SQL<string>, digest: Digest, nowMs: number) {
  return [
    addDefaults(query, userId),
    query
      .update(notificationSettings)
      .set({ digest, digestDueAtMs: digest === "off" ? null : nowMs, digestDay: null })
      .where(and(eq(notificationSettings.userId, userId), ne(notificationSettings.digest, digest))),
  ] as const;
}

/** The statement that reads whose digests are to be sent or scheduled, those first that wait longest. */
export function selectDueDigests(query: Query, nowMs: number, limit: number) {
  return query
    .select({
      ...SETTING_COLUMNS,
      id: users.id,
      timeZone: users.timeZone,
      // The condition has it.
      dueAtMs: sql<number>`${notificationSettings.digestDueAtMs}`,
      day: notificationSettings.digestDay,
    })
    .from(notificationSettings)
    .innerJoin(users, eq(users.id, notificationSettings.userId))
    .where(and(isNotNull(notificationSettings.digestDueAtMs), lte(notificationSettings.digestDueAtMs, nowMs)))
    .orderBy(notificationSettings.digestDueAtMs)
    .limit(limit);
}

/** A person whose digest is due. */
export type DigestDue = ReturnType<typeof selectDueDigests>["_"]["result"][number];

/** The condition that a digest is scheduled as it was read: no other run of the job has sent it, and its person has not changed it. */
function isStillDue({ id, digest, dueAtMs, day }: Pick<DigestDue, "id" | "digest" | "dueAtMs" | "day">): SQL {
  return sql`EXISTS (
    SELECT 1 FROM ${notificationSettings}
    WHERE user_id = ${id} AND digest = ${digest} AND digest_due_at_ms = ${dueAtMs} AND digest_day IS ${day}
  )`;
}

/** The condition on `users` of a person whose digest is due as it was read, and who wants optional mails. */
export function isDigestWanted(due: DigestDue): SQL {
  return sql`${users.id} = ${due.id} AND ${users.hasEmailNotifications} = 1 AND ${isStillDue(due)}`;
}

/** The statement that schedules the next digest of a person, or the next look at it, if it is still due as it was read. */
export function moveDigest(query: Query, due: DigestDue, { dueAtMs, day }: { dueAtMs: number; day: number }) {
  return query
    .update(notificationSettings)
    .set({ digestDueAtMs: dueAtMs, digestDay: day })
    .where(and(eq(notificationSettings.userId, due.id), isStillDue(due)));
}

/** The statement that deletes a person's settings, with the account that they close. */
export function deleteSettingsOf(query: Query, userId: string) {
  return query.delete(notificationSettings).where(eq(notificationSettings.userId, userId));
}
