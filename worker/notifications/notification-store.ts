import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { deliveries, notificationSettings, notifications, outbox, sessions, users } from "../../db/schema/index.ts";
import { eventsOf, NOTIFICATIONS, type NotificationEvent, type NotificationKind } from "../contract/notifications.ts";
import { DAY_MS } from "../contract/time.ts";
import { DUTY_EVENT, type DutyDetail } from "../platform/incidents/duty-detail.ts";
import { isAlive } from "../platform/session-store.ts";
import { browsersJson, chatJson, noticeDetail, personJson, type TurnRow } from "./channel-facts-sql.ts";
import { SETTING_COLUMNS } from "./notification-settings-store.ts";

/** The only SQL that changes notifications; triggers insert them. Functions return statements; verbs put them into batches. */

/** The session that a notification of a log-in is about; null in those that an earlier version wrote. */
const subjectSession = sql<string | null>`${notifications.detail} ->> 'session'`;

/**
 * A page of the caller's notifications, the newest first, each with what became of its mail and of its session.
 * @param page.before an id; null for the first page
 * @param page.ownSessionId the session of the caller
 */
export function selectNotifications(
  query: Query,
  callerId: SQL<string>,
  page: {
    kind: NotificationKind | undefined;
    isUnread: boolean;
    before: number | null;
    limit: number;
    ownSessionId: SQL;
    nowMs: number;
  },
) {
  const { kind, isUnread, before, limit, ownSessionId, nowMs } = page;
  return query
    .select({
      ...getTableColumns(notifications),
      detail: noticeDetail("notifications"),
      mailSentAtMs: outbox.sentAtMs,
      mailNextAttemptAtMs: outbox.nextAttemptAtMs,
      isSessionOpen: sql<number>`EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.id} = ${subjectSession} AND ${sessions.userId} = ${notifications.userId} AND ${isAlive(nowMs)})`,
      sentBy: sentBy(),
      isOwnSession: sql<number>`${subjectSession} IS ${ownSessionId}`,
    })
    .from(notifications)
    .leftJoin(outbox, eq(outbox.id, notifications.mailId))
    .where(
      and(
        eq(notifications.userId, callerId),
        inArray(notifications.event, eventsOf(kind)),
        isUnread ? isNull(notifications.readAtMs) : undefined,
        before === null ? undefined : lt(notifications.id, before),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(limit);
}

/** The deliveries of a notification, or of the one whose message says it too after quiet hours, as JSON: see `SentBy`. */
function sentBy() {
  const of = sql`coalesce(${notifications.toldWithId}, ${notifications.id})`;
  return sql<string | null>`(
    SELECT json_group_array(json_array(channel, created_at_ms, due_at_ms, sent_at_ms, shown_at_ms, status))
    FROM (SELECT * FROM ${deliveries} WHERE notification_id = ${of} ORDER BY id)
  )`;
}

/** A row of the list. */
export type NotificationRow = ReturnType<typeof selectNotifications>["_"]["result"][number];

/**
 * The statement that counts what the caller has not read. As in the list, an alert that fires again within ten minutes is one with
 * the firing before it.
 */
export function countUnread(query: Query, callerId: SQL<string>) {
  const nextMs = sql<
    number | null
  >`lead(${notifications.createdAtMs}) OVER (PARTITION BY ${notifications.detail} ->> 'alert' ORDER BY ${notifications.id})`;
  const unread = query
    .select({ event: notifications.event, createdAtMs: notifications.createdAtMs, nextMs: nextMs.as("next_ms") })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, callerId),
        // As the list: an event of a later version could be seen and read nowhere.
        inArray(notifications.event, eventsOf()),
        isNull(notifications.readAtMs),
      ),
    )
    .as("unread");
  const isRepeated = sql`${unread.event} = ${"alert_fired" satisfies NotificationEvent} AND coalesce(${unread.nextMs} - ${unread.createdAtMs} <= ${NOTIFICATIONS.sameAlertMs}, FALSE)`;
  return query.select({ count: sql<number>`count(*)` }).from(unread).where(sql`NOT (${isRepeated})`);
}

/** Which notifications are marked as read. */
export type MarkedAsRead = { ids: readonly number[] } | { upTo: number; kind?: NotificationKind | undefined };

/** The statement that marks some of the caller's notifications as read: those of the ids, or all (of a kind) up to one. Those that are read stay as they are. */
export function markRead(query: Query, callerId: SQL<string>, which: MarkedAsRead, nowMs: number) {
  return query
    .update(notifications)
    .set({ readAtMs: nowMs })
    .where(
      and(
        eq(notifications.userId, callerId),
        isNull(notifications.readAtMs),
        "ids" in which
          ? inArray(notifications.id, [...which.ids])
          : and(lte(notifications.id, which.upTo), which.kind && inArray(notifications.event, eventsOf(which.kind))),
      ),
    );
}

/** The statement that reads the next accounts that news go to, in the order of their ids. */
export function selectReaders(query: Query, afterId: string, limit: number) {
  return query
    .select({ id: users.id })
    .from(users)
    .where(and(gt(users.id, afterId), isNull(users.closedAtMs), isNotNull(users.emailVerifiedAtMs)))
    .orderBy(asc(users.id))
    .limit(limit);
}

/** The statement that tells some accounts of news; those that have been told stay as they are. */
export function insertNews(
  query: Query,
  news: { id: string; detail: string },
  userIds: readonly string[],
  nowMs: number,
) {
  const row = {
    event: "product_news" satisfies NotificationEvent,
    subject: news.id,
    detail: news.detail,
    createdAtMs: nowMs,
  };
  return query
    .insert(notifications)
    .values(userIds.map((userId) => ({ ...row, userId })))
    .onConflictDoNothing()
    .returning({ id: notifications.id });
}

/** The statement that calls an admin by the channels of their own: `platform/incidents/duty-detail.ts` says what the row holds. */
export function insertDutyNotification(
  query: Query,
  call: { userId: string; subject: string; detail: DutyDetail },
  nowMs: number,
) {
  const { userId, subject, detail } = call;
  return query
    .insert(notifications)
    .values({ userId, event: DUTY_EVENT, subject, detail: JSON.stringify(detail), createdAtMs: nowMs });
}

/** The statement that deletes what is too old to be shown. */
export function deleteOldNotifications(query: Query, nowMs: number) {
  return query.delete(notifications).where(lt(notifications.createdAtMs, nowMs - NOTIFICATIONS.keptDays * DAY_MS));
}

/** The statement that deletes all of a person, with the account that they close. */
export function deleteNotificationsOf(query: Query, userId: string) {
  return query.delete(notifications).where(eq(notifications.userId, userId));
}

/**
 * The statement that writes down that a log-in on a new device was the caller's own. Not from the session that it is about: whoever
 * has that one would answer for its owner.
 */
export function confirmLogIn(query: Query, callerId: SQL<string>, id: number, ownSessionId: SQL, nowMs: number) {
  return query
    .update(notifications)
    .set({ confirmedAtMs: nowMs, readAtMs: sql`coalesce(${notifications.readAtMs}, ${nowMs})` })
    .where(
      and(
        eq(notifications.userId, callerId),
        eq(notifications.id, id),
        eq(notifications.event, "new_device" satisfies NotificationEvent),
        isNull(notifications.confirmedAtMs),
        sql`${subjectSession} IS NOT ${ownSessionId}`,
      ),
    );
}

const isDue = (nowMs: number) => and(isNotNull(notifications.mailDueAtMs), lte(notifications.mailDueAtMs, nowMs));

/** The statement that reads whose notifications are to be mailed, those first that wait longest. */
export function selectPeopleToMail(query: Query, nowMs: number, limit: number) {
  return query
    .select({ ...SETTING_COLUMNS, id: users.id, timeZone: users.timeZone })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(isDue(nowMs))
    .groupBy(users.id)
    .orderBy(sql`min(${notifications.mailDueAtMs})`)
    .limit(limit);
}

/** Those of a person's notifications that are due and of some events; without the others, `isThrough` are those that quiet hours do not hold. */
export type Due = { userId: string; nowMs: number; events: readonly NotificationEvent[]; isThrough?: boolean };

/** An alert that its trader wants also in quiet hours. */
const isAlsoInQuiet = sql`(${notifications.event} = ${"alert_fired" satisfies NotificationEvent} AND coalesce(${notifications.detail} ->> 'isAlsoInQuietHours', 0) IN (1, 'true'))`;

function dueOf({ userId, nowMs, events, isThrough }: Due) {
  const quiet = isThrough ? isAlsoInQuiet : sql`NOT ${isAlsoInQuiet}`;
  return and(
    eq(notifications.userId, userId),
    isDue(nowMs),
    inArray(notifications.event, [...events]),
    isThrough === undefined ? undefined : quiet,
  );
}

/** The statements that read what one mail says: how many notifications and the newest id, and the newest of them. */
export function selectDue(query: Query, due: Due, shownMax: number) {
  return [
    query
      .select({ count: sql<number>`count(*)`, newestId: sql<number>`coalesce(max(${notifications.id}), 0)` })
      .from(notifications)
      .where(dueOf(due)),
    query.select().from(notifications).where(dueOf(due)).orderBy(desc(notifications.id)).limit(shownMax),
  ] as const;
}

/** The condition on `users` for a mail's person while what it says waits as it was read: no other run of the job has mailed it. */
export function stillWaitsOf(due: Due, { count, newestId }: { count: number; newestId: number }): SQL {
  return sql`${users.id} = ${due.userId} AND ${count} = (SELECT count(*) FROM ${notifications} WHERE ${dueOf(due)} AND ${notifications.id} <= ${newestId})`;
}

/** The statement that names a mail as that of notifications up to one, if it was queued. */
export function nameMail(query: Query, due: Due, newestId: number, mailId: string) {
  const isQueued = sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.id} = ${mailId})`;
  return query
    .update(notifications)
    .set({ mailId, mailDueAtMs: null })
    .where(and(dueOf(due), lte(notifications.id, newestId), isNull(notifications.mailId), isQueued));
}

/** The statement by which the job of mails and the dispatcher look again at all that is held for a person, whose settings may let it go. */
export function reconsiderMails(query: Query, userId: SQL<string>, nowMs: number) {
  const isMailHeld = gt(notifications.mailDueAtMs, nowMs);
  const isChannelHeld = and(
    isNull(notifications.channel),
    gt(notifications.channelDueAtMs, nowMs),
    isNotNull(notifications.toldWithId),
  );
  return query
    .update(notifications)
    .set({
      mailDueAtMs: sql`CASE WHEN ${isMailHeld} THEN ${nowMs} ELSE ${notifications.mailDueAtMs} END`,
      channelDueAtMs: sql`CASE WHEN ${isChannelHeld} THEN ${nowMs} ELSE ${notifications.channelDueAtMs} END`,
    })
    .where(and(eq(notifications.userId, userId), sql`(${isMailHeld} OR ${isChannelHeld})`));
}

/** The statement that holds what is due until quiet hours end, or with null gives its mail up. */
export function postponeMails(query: Query, due: Due, untilMs: number | null) {
  return query.update(notifications).set({ mailDueAtMs: untilMs }).where(dueOf(due));
}

/**
 * The statement that claims notifications whose channel is to be chosen, with all of each of their persons.
 * @param options.untilMs when another dispatcher may claim them, epoch ms
 * @param options.max how many, at most of as many persons
 * @returns rows: the claimed ones, with what decides about them
 */
export function claimTurns(query: Query, { nowMs, untilMs, max }: { nowMs: number; untilMs: number; max: number }) {
  const userId = sql.raw("notifications.user_id");
  return query.all<TurnRow>(sql`WITH first AS MATERIALIZED (
      SELECT id, user_id, told_with_id FROM notifications WHERE channel_due_at_ms <= ${nowMs} ORDER BY channel_due_at_ms LIMIT ${max}
    ), due AS MATERIALIZED (
      SELECT id, told_with_id FROM first
      UNION SELECT id, told_with_id FROM notifications
      WHERE channel_due_at_ms <= ${nowMs} AND told_with_id IS NOT NULL AND user_id IN (SELECT user_id FROM first WHERE told_with_id IS NOT NULL)
    )
    UPDATE ${notifications} SET channel_due_at_ms = ${untilMs}
    WHERE id IN (
      SELECT id FROM due
      UNION ALL SELECT told.id FROM due JOIN notifications AS told ON told.told_with_id = due.id WHERE due.told_with_id = due.id
    )
    RETURNING id, user_id AS userId, event, subject, ${noticeDetail("notifications")} AS detail, read_at_ms AS readAtMs, channel, told_with_id AS toldWithId,
      (SELECT group_concat(DISTINCT d.channel) FROM deliveries AS d WHERE d.notification_id = coalesce(notifications.told_with_id, notifications.id)) AS used,
      ${personJson(userId)} AS person, ${browsersJson(userId)} AS browsers, ${chatJson(userId)} AS chat`);
}

/** What the dispatcher has decided about a notification. @property dueAtMs when the next channel takes over */
export type TakenTurn = { id: number; channel: string | null; dueAtMs: number | null; toldWithId: number | null };

/**
 * The statement that writes what was decided about claimed notifications; those that another dispatcher has claimed since stay as they
 * are. Where e-mail is in charge, a mail is due.
 * @param untilMs of the claim
 */
export function writeTurns(query: Query, taken: readonly TakenTurn[], untilMs: number, nowMs: number) {
  return query.run(sql`UPDATE ${notifications} SET channel = coalesce(turn.channel, notifications.channel), channel_due_at_ms = turn.due, told_with_id = turn.told_with,
      mail_due_at_ms = CASE WHEN turn.channel = 'email' AND mail_id IS NULL THEN ${nowMs} ELSE mail_due_at_ms END
    FROM (SELECT value ->> 'id' AS id, value ->> 'channel' AS channel, value ->> 'dueAtMs' AS due, value ->> 'toldWithId' AS told_with FROM json_each(${JSON.stringify(taken)})) AS turn
    WHERE notifications.id = turn.id AND +notifications.channel_due_at_ms = ${untilMs}`);
}

/**
 * The statement by which the next channel takes over, at once or a time after the service accepted a message, from notifications of which
 * a channel was asked. One that was shown, or that no channel takes over from, stays as it is.
 * @param deliveryIds what was just sent
 */
export function followDeliveries(
  query: Query,
  deliveryIds: readonly number[],
  { nowMs, confirmMs }: { nowMs: number; confirmMs: number },
) {
  return query.run(sql`UPDATE ${notifications} SET channel_due_at_ms = sent.due
    FROM (SELECT d.notification_id AS id, d.channel AS channel, CASE
        WHEN max(d.sent_at_ms) IS NOT NULL THEN max(d.sent_at_ms) + ${confirmMs}
        WHEN max(d.due_at_ms) IS NULL THEN ${nowMs} END AS due
      FROM deliveries AS d JOIN (
        SELECT DISTINCT own.notification_id, own.channel FROM deliveries AS own
        WHERE own.id IN (SELECT value FROM json_each(${JSON.stringify(deliveryIds)})) AND own.notification_id IS NOT NULL
      ) AS asked ON asked.notification_id = d.notification_id AND asked.channel = d.channel
      GROUP BY d.notification_id, d.channel) AS sent
    WHERE notifications.id = sent.id AND notifications.channel = sent.channel AND sent.due IS NOT NULL AND notifications.channel_due_at_ms IS NOT NULL`);
}
