import type { NotificationKind } from "../../worker/contract/notifications.ts";
import { ApiError, answer, api } from "../state/api.ts";
import { invalidate, type QueryOptions } from "../state/query.ts";

/** The calls about notifications. Each throws ApiError or NetworkError. */

/** Which notifications a list has. */
export type NotificationFilter = "all" | "unread" | NotificationKind;

/** A notification, as the API returns it. */
export type Notification = Awaited<ReturnType<typeof fetchNotifications>>["rows"][number];

/** Fetches a page of notifications, the newest first, and how many are unread in all. */
export async function fetchNotifications(filter: NotificationFilter, cursor: string | null, signal: AbortSignal) {
  const query = {
    ...(filter === "unread" ? { unread: "true" as const } : filter === "all" ? {} : { kind: filter }),
    ...(cursor !== null && { cursor }),
  };
  const { notifications, unread, nextCursor } = await answer(api.notifications.$get({ query }, { init: { signal } }));
  return { rows: notifications, unread, nextCursor };
}

/** The first part of the keys of all that is read of notifications. */
const KEY = "notifications";

/** The key of a list of notifications. */
export function notificationsKey(filter: NotificationFilter) {
  return [KEY, filter] as const;
}

/** How often lists and the count are read again, where nothing says that they have changed. */
export const EVERY_MS = 60_000;

/** How many notifications the signed-in person has not read. */
export const UNREAD: QueryOptions<number> = {
  key: [KEY, "count"],
  everyMs: EVERY_MS,
  fetch: async (signal) => (await fetchNotifications("unread", null, signal)).unread,
};

/** Marks notifications as read: some by their ids, or all (of a kind) up to one. All lists are read again. */
export async function markRead(which: { ids: number[] } | { upTo: number; kind?: NotificationKind }): Promise<void> {
  await answer(api.notifications.read.$post({ json: which }));
  await invalidate(KEY);
}

/** Says that a log-in on a new device was one's own. */
export async function confirmLogIn(id: number): Promise<void> {
  await answer(api.notifications.confirm.$post({ json: { id } }));
  await invalidate(KEY);
}

/** Ends the session of a log-in that was not one's own; one that has ended already counts as success. */
export async function endLogIn(id: number, session: string): Promise<void> {
  try {
    await answer(api.auth.sessions[":id"].$delete({ param: { id: session } }));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "not_found")) throw error;
  }
  await markRead({ ids: [id] });
  await invalidate("sessions");
}
