import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * Events of a person's account that its pages list. Triggers (`db/guards`, `..._notified...`) write each row in the same batch as its
 * cause. A row is deleted after ninety days.
 */
export const notifications = sqliteTable(
  "notifications",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** One of `worker/contract/notifications.ts`. */
    event: text("event").notNull(),
    /** The bill number of a deposit, the number of a withdrawal or of a fill; otherwise the time or version that makes it unique. */
    subject: text("subject").notNull(),
    /** The facts of its sentence, as JSON; sums in cents. */
    detail: text("detail").notNull().default("{}"),
    createdAtMs: integer("created_at_ms").notNull(),
    readAtMs: integer("read_at_ms"),
    /** When it is to be mailed, at the earliest; null where no mail of it waits (trigger `notifications_mailed`). */
    mailDueAtMs: integer("mail_due_at_ms"),
    /** The mail that says it, in the outbox: of its cause (trigger `outbox_tells`), or one that was written from this row. */
    mailId: text("mail_id"),
    /** When its person said that a log-in on a new device was theirs. */
    confirmedAtMs: integer("confirmed_at_ms"),
    /** The channel in charge of it: the first of its person's order that is connected and on, then each that takes over; null before. */
    channel: text("channel", { enum: ["push", "telegram", "email"] }),
    /** When the next channel takes it over; null when none does (trigger `notifications_delivered`). */
    channelDueAtMs: integer("channel_due_at_ms"),
    /** The notification whose message says this one too, after quiet hours: the newest of them names itself. Null where it has its own. */
    toldWithId: integer("told_with_id"),
  },
  (t) => [
    // One row for each cause: a repeat of the same write adds none.
    unique("notifications_once").on(t.userId, t.event, t.subject),
    index("notifications_user").on(t.userId, t.id),
    index("notifications_unread").on(t.userId).where(sql`${t.readAtMs} IS NULL`),
    index("notifications_age").on(t.createdAtMs),
    index("notifications_mail_due").on(t.mailDueAtMs).where(sql`${t.mailDueAtMs} IS NOT NULL`),
    index("notifications_channel_due").on(t.channelDueAtMs).where(sql`${t.channelDueAtMs} IS NOT NULL`),
    index("notifications_channel_due_user").on(t.userId).where(sql`${t.channelDueAtMs} IS NOT NULL`),
    index("notifications_told_with").on(t.toldWithId).where(sql`${t.toldWithId} IS NOT NULL`),
    index("notifications_mail").on(t.mailId).where(sql`${t.mailId} IS NOT NULL`),
  ],
);

/**
 * What a person chose of their notifications; a person without a row has the defaults. Whether optional mails are sent at all is
 * `users.has_email_notifications`.
 */
export const notificationSettings = sqliteTable(
  "notification_settings",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id),
    /** Whether each kind that may be turned off is mailed: `notifications_mailed` asks, and so does the job that mails. */
    mailsMoney: integer("mails_money", { mode: "boolean" }).notNull().default(true),
    mailsAlerts: integer("mails_alerts", { mode: "boolean" }).notNull().default(false),
    mailsOrders: integer("mails_orders", { mode: "boolean" }).notNull().default(false),
    mailsNews: integer("mails_news", { mode: "boolean" }).notNull().default(false),
    /** Quiet hours: minutes of the day in the account's zone, over midnight where they end before they begin. */
    quietFromMin: integer("quiet_from_min"),
    quietToMin: integer("quiet_to_min"),
    /** Whether each kind goes by push and by Telegram, once they are connected. */
    pushesMoney: integer("pushes_money", { mode: "boolean" }).notNull().default(true),
    pushesSecurity: integer("pushes_security", { mode: "boolean" }).notNull().default(true),
    pushesAlerts: integer("pushes_alerts", { mode: "boolean" }).notNull().default(true),
    pushesOrders: integer("pushes_orders", { mode: "boolean" }).notNull().default(true),
    telegramsMoney: integer("telegrams_money", { mode: "boolean" }).notNull().default(true),
    telegramsSecurity: integer("telegrams_security", { mode: "boolean" }).notNull().default(false),
    telegramsAlerts: integer("telegrams_alerts", { mode: "boolean" }).notNull().default(true),
    telegramsOrders: integer("telegrams_orders", { mode: "boolean" }).notNull().default(false),
    /** The channels in the order in which they take over, with commas between. */
    channelOrder: text("channel_order").notNull().default("push,telegram,email"),
    /** How often a mail sums up results, open alerts and what waits. */
    digest: text("digest", { enum: ["off", "daily", "weekly"] })
      .notNull()
      .default("off"),
    /** When the job looks at it next, epoch ms: to send it, or to compute when (trigger `users_move_digest`). Null while it is off. */
    digestDueAtMs: integer("digest_due_at_ms"),
    /** The day of the account's calendar on which the next digest is sent, about what ended before it; null until that is computed. */
    digestDay: integer("digest_day"),
  },
  (t) => [
    index("notification_settings_digest_due").on(t.digestDueAtMs).where(sql`${t.digestDueAtMs} IS NOT NULL`),
    check(
      "notification_settings_quiet",
      sql`(${t.quietFromMin} IS NULL) = (${t.quietToMin} IS NULL) AND (${t.quietFromMin} IS NULL OR (${t.quietFromMin} >= 0 AND ${t.quietToMin} >= 0 AND ${t.quietFromMin} <> ${t.quietToMin}))`,
    ),
  ],
);
