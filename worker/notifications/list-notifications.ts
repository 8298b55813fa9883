import { deviceName } from "../auth/device-name.ts";
import { iso, isoOrNull } from "../contract/iso-time.ts";
import type { Language } from "../contract/languages.ts";
import { dollarsFromCents } from "../contract/money.ts";
import {
  isNotificationEvent,
  NOTIFICATION_EVENTS,
  NOTIFICATIONS,
  type NotificationKind,
} from "../contract/notifications.ts";
import { saidIn } from "../contract/translated.ts";
import { withdrawalNumber } from "../contract/withdrawal-number.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { countUnread, type NotificationRow, selectNotifications } from "./notification-store.ts";

/**
 * A page of the caller's notifications, the newest first.
 * @returns `nextCursor` is null on the last page; `unread` counts all that were not read, on any page
 * @throws AppError `not_signed_in`
 */
export async function listNotifications(
  scope: Scope,
  { kind, isUnread, before }: { kind: NotificationKind | undefined; isUnread: boolean; before: number | null },
) {
  const { query } = scope.db;
  const limit = NOTIFICATIONS.pageMax + 1;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectNotifications(query, callerId, { kind, isUnread, before, limit }),
    countUnread(query, callerId),
  ]);
  const [found, [unread]] = rows;
  const page = found.slice(0, NOTIFICATIONS.pageMax);
  const last = page.at(-1);
  return {
    notifications: page.flatMap((row) => notificationView(row, scope.language)),
    unread: unread?.count ?? 0,
    nextCursor: found.length === limit && last ? String(last.id) : null,
  };
}

/** A notification as the API returns it. */
export type NotificationView = ReturnType<typeof notificationView>[number];

/** One of an event that this version does not know is left out. */
function notificationView({ id, event, subject, detail, createdAtMs, readAtMs }: NotificationRow, language: Language) {
  if (!isNotificationEvent(event)) return [];
  // The triggers make these objects.
  const told = JSON.parse(detail) as Detail;
  return [
    {
      _id: String(id),
      id,
      event,
      kind: NOTIFICATION_EVENTS[event],
      at: iso(createdAtMs),
      readAt: isoOrNull(readAtMs),
      /** What it is about, as its owner knows it. */
      subject: event.startsWith("withdrawal_") ? withdrawalNumber(Number(subject)) : (told.bill ?? subject),
      /** Dollars; null where it is about none. */
      amount: told.cents == null ? null : dollarsFromCents(told.cents),
      /** What a payment was in its own currency. */
      paid: told.paid == null ? null : { amount: told.paid, currency: told.currency ?? "" },
      /** The browser of a log-in, and its country as a code of two letters. */
      device:
        event === "new_device"
          ? { name: saidIn(language, deviceName(told.agent ?? "")), country: told.country ?? null }
          : null,
      /** How the market closed a demo position. */
      closed:
        told.rule == null ? null : { rule: told.rule, symbol: told.symbol ?? "", direction: told.direction ?? "Buy" },
    },
  ];
}

type Detail = {
  cents?: number | null;
  bill?: string;
  paid?: number;
  currency?: string;
  agent?: string;
  country?: string | null;
  rule?: "stop_loss" | "trailing_stop" | "take_profit" | "stop_out";
  symbol?: string;
  direction?: "Buy" | "Sell";
};
