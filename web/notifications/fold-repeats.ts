import { NOTIFICATIONS } from "../../worker/contract/notifications.ts";
import type { Notification } from "./notification-calls.ts";

/** A notification, and with it the firings of the same alert of the ten minutes before it, each after another. */
export type FoldedNotification = Notification & { ids: number[]; times: number };

/** Folds the firings of an alert that follow each other within ten minutes into the newest of them. @param rows the newest first */
export function foldRepeats(rows: readonly Notification[]): FoldedNotification[] {
  const folded: FoldedNotification[] = [];
  /** The row of each alert that its next older firing may belong to, and the time of the oldest in it. */
  const open = new Map<number, { row: FoldedNotification; oldestMs: number }>();
  for (const row of rows) {
    const atMs = Date.parse(row.at);
    const last = row.alert && open.get(row.alert.alert);
    if (last && last.oldestMs - atMs <= NOTIFICATIONS.sameAlertMs) {
      last.row.ids.push(row.id);
      last.row.times += 1;
      last.row.readAt = row.readAt === null ? null : last.row.readAt;
      last.oldestMs = atMs;
      continue;
    }
    const own = { ...row, ids: [row.id], times: 1 };
    folded.push(own);
    if (row.alert) open.set(row.alert.alert, { row: own, oldestMs: atMs });
  }
  return folded;
}
