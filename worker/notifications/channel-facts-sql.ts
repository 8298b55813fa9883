import { type SQL, sql } from "drizzle-orm";
import type { Channel } from "../contract/channels.ts";
import { CHANNEL_SWITCHES } from "../contract/channels.ts";
import { NOTIFICATION_MAILS } from "../contract/notifications.ts";

/** What the dispatcher reads with the rows that it claims: each as JSON, so that a claim returns all in its own round trip. */

/** The rows of turns as the database gives them. */
export type TurnRow = {
  id: number;
  userId: string;
  event: string;
  subject: string;
  detail: string;
  readAtMs: number | null;
  channel: string | null;
  toldWithId: number | null;
  used: string | null;
  person: string;
  browsers: string;
  chat: string | null;
};

/** A delivery that is due, claimed by this dispatcher. */
export type DueDelivery = {
  id: number;
  /** Null for a test. */
  notificationId: number | null;
  userId: string;
  channel: Channel;
  /** Counts this one. */
  attempts: number;
  createdAtMs: number;
  status: number | null;
  dueAtMs: number;
  language: string | null;
  browser: string | null;
  chat: string | null;
  /** What it says, as JSON; null for a test. */
  said: string | null;
};

/** A choice of a person, with what counts until they choose. */
const chosen = (column: string, usual: boolean) => sql.raw(`coalesce(s.${column}, ${usual ? 1 : 0})`);

const switches = (channel: "push" | "telegram", column: string) =>
  sql`json_object('money', ${chosen(`${column}_money`, CHANNEL_SWITCHES[channel].money)}, 'security', ${chosen(`${column}_security`, CHANNEL_SWITCHES[channel].security)}, 'alert', ${chosen(`${column}_alerts`, CHANNEL_SWITCHES[channel].alert)}, 'order', ${chosen(`${column}_orders`, CHANNEL_SWITCHES[channel].order)})`;

/** @param userId SQL of the person's id */
export function personJson(userId: SQL): SQL {
  return sql`(SELECT json_object('language', users.language, 'timeZone', users.time_zone, 'email', users.has_email_notifications,
    'quietFromMin', s.quiet_from_min, 'quietToMin', s.quiet_to_min, 'order', coalesce(s.channel_order, 'push,telegram,email'),
    'push', ${switches("push", "pushes")}, 'telegram', ${switches("telegram", "telegrams")},
    'mails', json_object('money', ${chosen("mails_money", NOTIFICATION_MAILS.money)}, 'alert', ${chosen("mails_alerts", NOTIFICATION_MAILS.alert)}, 'order', ${chosen("mails_orders", NOTIFICATION_MAILS.order)}, 'marketing', ${chosen("mails_news", NOTIFICATION_MAILS.marketing)}))
    FROM users LEFT JOIN notification_settings AS s ON s.user_id = users.id WHERE users.id = ${userId})`;
}

const BROWSER = sql.raw(
  "json_object('id', p.id, 'endpoint', p.endpoint, 'publicKey', p.public_key, 'secret', p.secret) ",
);

/** The browsers of a person that take pushes, as an array. */
export function browsersJson(userId: SQL): SQL {
  return sql`(SELECT json_group_array(${BROWSER}) FROM push_subscriptions AS p WHERE p.user_id = ${userId} AND p.ended_at_ms IS NULL)`;
}

/** A browser by its id; null for one that has ended. */
export function browserJson(id: SQL): SQL {
  return sql`(SELECT ${BROWSER} FROM push_subscriptions AS p WHERE p.id = ${id} AND p.ended_at_ms IS NULL)`;
}

/** The chat of a person; null for one that is blocked. */
export function chatJson(userId: SQL): SQL {
  return sql`(SELECT json_object('chatId', t.chat_id, 'showsSums', t.shows_sums) FROM telegram_links AS t WHERE t.user_id = ${userId} AND t.blocked_at_ms IS NULL)`;
}

/** How many notifications a message says: those that its channel tells with one, or it alone. What was read before has kept its channel. */
function toldCount(id: SQL, channel: SQL): SQL {
  return sql`max(1, (SELECT count(*) FROM notifications AS told WHERE told.told_with_id = ${id} AND told.channel = ${channel}))`;
}

/**
 * The detail of a notification, with whether a picture came with the question that it is about: the picture is written after the
 * notification of its question.
 * @param row the name of its table
 */
export function noticeDetail(row: "n" | "notifications"): SQL<string> {
  const [event, subject, detail] = ["event", "subject", "detail"].map((column) => sql.raw(`${row}.${column}`));
  return sql`CASE WHEN ${event} LIKE 'question_%' AND EXISTS (
      SELECT 1 FROM client_question_images WHERE question_id = substr(${subject}, 1, 36)
    ) THEN json_set(${detail}, '$.hasPicture', 1) ELSE ${detail} END`;
}

/** What a delivery by a channel says, from its notification. */
export function saidJson(notificationId: SQL, channel: SQL): SQL {
  return sql`(SELECT json_object('id', n.id, 'event', n.event, 'subject', n.subject, 'detail', ${noticeDetail("n")}, 'isMailed', n.mail_id IS NOT NULL OR n.mail_due_at_ms IS NOT NULL, 'toldCount', ${toldCount(sql.raw("n.id"), channel)}) FROM notifications AS n WHERE n.id = ${notificationId})`;
}
