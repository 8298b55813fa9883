import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, unique, uniqueIndex } from "drizzle-orm/sqlite-core";
import { notifications } from "./notifications.ts";
import { users } from "./users.ts";

/** Browsers that show a person's notifications by web push (RFC 8030). */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The session that subscribed it: its end ends the subscription (trigger `sessions_end_push`). */
    sessionId: text("session_id").notNull(),
    /** The push service's address of it. An endpoint has one row that is in use. */
    endpoint: text("endpoint").notNull(),
    /** The browser's public key and its secret (RFC 8291), base64url. */
    publicKey: text("public_key").notNull(),
    secret: text("secret").notNull(),
    userAgent: text("user_agent"),
    createdAtMs: integer("created_at_ms").notNull(),
    /** When it ended; null while it is in use. */
    endedAtMs: integer("ended_at_ms"),
    /** Why it ended: what the push service answered (404, 410), or null when its person or session ended it. */
    endedStatus: integer("ended_status"),
  },
  (t) => [
    check("push_subscriptions_ended", sql`${t.endedStatus} IS NULL OR ${t.endedAtMs} IS NOT NULL`),
    uniqueIndex("push_subscriptions_endpoint").on(t.endpoint).where(sql`${t.endedAtMs} IS NULL`),
    index("push_subscriptions_user").on(t.userId, t.endedAtMs),
    // A session is one browser's, which has one subscription.
    uniqueIndex("push_subscriptions_session").on(t.sessionId).where(sql`${t.endedAtMs} IS NULL`),
    index("push_subscriptions_age").on(t.endedAtMs).where(sql`${t.endedAtMs} IS NOT NULL`),
  ],
);

/** The Telegram chat of a person. */
export const telegramLinks = sqliteTable(
  "telegram_links",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id),
    chatId: text("chat_id").notNull(),
    /** How Telegram names the person: `@name`, or a first name. */
    name: text("name").notNull(),
    linkedAtMs: integer("linked_at_ms").notNull(),
    /** Whether messages say sums of money. */
    showsSums: integer("shows_sums", { mode: "boolean" }).notNull().default(false),
    /** When the person blocked the bot, as Telegram answered (403) or said; null while messages arrive. */
    blockedAtMs: integer("blocked_at_ms"),
    /** The time, by Telegram's clock, of the newest update that counts: an older one that comes again changes nothing. */
    heardAtMs: integer("heard_at_ms").notNull(),
  },
  (t) => [unique("telegram_links_chat").on(t.chatId)],
);

/**
 * The one-time deep links by which a person links Telegram: one for each person, valid for ten minutes. The first chat that opens one has
 * it; the link is made when its person confirms that chat.
 */
export const telegramTokens = sqliteTable(
  "telegram_tokens",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id),
    /** SHA-256 of the token in the link. */
    tokenHash: text("token_hash").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    /** The chat that opened it, which its person confirms; null before. */
    chatId: text("chat_id"),
    /** How Telegram names who opened it. */
    name: text("name"),
    /** When it was opened, by Telegram's clock. */
    openedAtMs: integer("opened_at_ms"),
  },
  (t) => [
    check(
      "telegram_tokens_opened",
      sql`(${t.chatId} IS NULL) = (${t.openedAtMs} IS NULL) AND (${t.chatId} IS NULL) = (${t.name} IS NULL)`,
    ),
    unique("telegram_tokens_hash").on(t.tokenHash),
    index("telegram_tokens_chat").on(t.chatId).where(sql`${t.chatId} IS NOT NULL`),
    index("telegram_tokens_age").on(t.expiresAtMs),
  ],
);

/**
 * What was sent of a notification, a row for each channel and device, or of a test that a person asked for. It is deleted with its
 * notification.
 */
export const deliveries = sqliteTable(
  "deliveries",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Null for a test. */
    notificationId: integer("notification_id").references(() => notifications.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    channel: text("channel", { enum: ["push", "telegram", "email"] }).notNull(),
    /** The browser of a push; null for other channels. */
    subscriptionId: integer("subscription_id").references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    createdAtMs: integer("created_at_ms").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** When it is tried next, or, while somebody tries it, tried by another; null when there is no attempt left. */
    dueAtMs: integer("due_at_ms"),
    /** When the service accepted it. */
    sentAtMs: integer("sent_at_ms"),
    /** When the service worker said that it was shown, or Telegram and the mail service that it was delivered. */
    shownAtMs: integer("shown_at_ms"),
    /** The service's last answer: an HTTP status, 0 without an answer; null before the first. */
    status: integer("status"),
  },
  (t) => [
    check("deliveries_channel", sql`${t.channel} IN ('push', 'telegram', 'email')`),
    check("deliveries_browser", sql`(${t.channel} = 'push') = (${t.subscriptionId} IS NOT NULL)`),
    check("deliveries_shown", sql`${t.shownAtMs} IS NULL OR ${t.sentAtMs} IS NOT NULL`),
    // A notification goes to each browser once, and once by each other channel.
    uniqueIndex("deliveries_once_a_browser")
      .on(t.notificationId, t.subscriptionId)
      .where(sql`${t.subscriptionId} IS NOT NULL`),
    uniqueIndex("deliveries_once_a_channel").on(t.notificationId, t.channel).where(sql`${t.subscriptionId} IS NULL`),
    index("deliveries_due").on(t.dueAtMs).where(sql`${t.dueAtMs} IS NOT NULL`),
    index("deliveries_notification").on(t.notificationId).where(sql`${t.notificationId} IS NOT NULL`),
    index("deliveries_user").on(t.userId, t.channel, t.id),
    index("deliveries_subscription").on(t.subscriptionId).where(sql`${t.subscriptionId} IS NOT NULL`),
    index("deliveries_age").on(t.createdAtMs),
  ],
);

/**
 * The services of channels that failed or asked for a pause: until its end nothing is sent to one, then one message is, to find out. A
 * service that answers has no row.
 */
export const channelServices = sqliteTable("channel_services", {
  /** The host of a push service, or `telegram`. */
  service: text("service").primaryKey(),
  /** How often in a row it has failed. */
  failures: integer("failures").notNull(),
  closedUntilMs: integer("closed_until_ms").notNull(),
});
