import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { countUnread, type MarkedAsRead, markRead } from "./notification-store.ts";

/**
 * Marks notifications of the caller as read: those of some ids, or all (of a kind) up to one. Others, and those that are read, stay as they
 * are, so that a repeat changes nothing.
 * @returns how many are unread then
 * @throws AppError `not_signed_in`
 */
export async function readNotifications(scope: Scope, which: MarkedAsRead): Promise<{ unread: number }> {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "act", (callerId) => [
    markRead(query, callerId, which, scope.now()),
    countUnread(query, callerId),
  ]);
  return { unread: rows[1][0]?.count ?? 0 };
}
