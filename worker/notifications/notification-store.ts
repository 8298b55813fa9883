import { and, desc, eq, inArray, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { notifications } from "../../db/schema/index.ts";
import { eventsOf, NOTIFICATIONS, type NotificationKind } from "../contract/notifications.ts";
import { DAY_MS } from "../contract/time.ts";

/** The only SQL that changes notifications; triggers insert them. Functions return statements; verbs put them into batches. */

/** A page of the caller's notifications, the newest first. @param page.before an id; null for the first page */
export function selectNotifications(
  query: Query,
  callerId: SQL<string>,
  page: { kind: NotificationKind | undefined; isUnread: boolean; before: number | null; limit: number },
) {
  const { kind, isUnread, before, limit } = page;
  return query
    .select()
    .from(notifications)
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

/** A row of `notifications`. */
export type NotificationRow = typeof notifications.$inferSelect;

/** The statement that counts what the caller has not read. */
export function countUnread(query: Query, callerId: SQL<string>) {
  return query
    .select({ count: sql<number>`count(*)` })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, callerId),
        // As the list: an event of a later version could be seen and read nowhere.
        inArray(notifications.event, eventsOf()),
        isNull(notifications.readAtMs),
      ),
    );
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

/** The statement that deletes what is too old to be shown. */
export function deleteOldNotifications(query: Query, nowMs: number) {
  return query.delete(notifications).where(lt(notifications.createdAtMs, nowMs - NOTIFICATIONS.keptDays * DAY_MS));
}

/** The statement that deletes all of a person, with the account that they close. */
export function deleteNotificationsOf(query: Query, userId: string) {
  return query.delete(notifications).where(eq(notifications.userId, userId));
}
