import { iso, isoOrNull } from "../contract/iso-time.ts";
import { LANGUAGE_DEFAULT, type Language } from "../contract/languages.ts";
import { dollarsFromCents } from "../contract/money.ts";
import {
  isNotificationEvent,
  type MailState,
  NOTIFICATION_EVENTS,
  NOTIFICATIONS,
  type NotificationKind,
} from "../contract/notifications.ts";
import { saidIn } from "../contract/translated.ts";
import { withdrawalNumber } from "../contract/withdrawal-number.ts";
import { deviceName } from "../platform/request/device-name.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { sessionIdOf } from "../platform/session-store.ts";
import { type Detail, detailOf, firedAlertOf } from "./notification-detail.ts";
import { countUnread, type NotificationRow, selectNotifications } from "./notification-store.ts";
import { type SentBy, toldBy } from "./told-by.ts";

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
  const nowMs = scope.now();
  const ownSessionId = sessionIdOf(scope.credentials?.cookieHash ?? "");
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectNotifications(query, callerId, { kind, isUnread, before, limit, ownSessionId, nowMs }),
    countUnread(query, callerId),
  ]);
  const [found, [unread]] = rows;
  const page = found.slice(0, NOTIFICATIONS.pageMax);
  const last = page.at(-1);
  return {
    notifications: page.flatMap((row) => notificationView(row, scope.language, nowMs)),
    unread: unread?.count ?? 0,
    nextCursor: found.length === limit && last ? String(last.id) : null,
  };
}

/** A notification as the API returns it. */
export type NotificationView = ReturnType<typeof notificationView>[number];

/** One of an event that this version does not know is left out. */
function notificationView(row: NotificationRow, language: Language, nowMs: number) {
  const { id, event, subject, createdAtMs, readAtMs } = row;
  if (!isNotificationEvent(event)) return [];
  const told = detailOf(row);
  return [
    {
      _id: String(id),
      id,
      event,
      kind: NOTIFICATION_EVENTS[event],
      at: iso(createdAtMs),
      readAt: isoOrNull(readAtMs),
      /** What it is about, as its owner knows it. */
      subject: withdrawalOf(event, subject, told) ?? told.bill ?? subject,
      /** Dollars; null where it is about none. */
      amount: told.cents == null ? null : dollarsFromCents(told.cents),
      /** What a payment was in its own currency. */
      paid: told.paid == null ? null : { amount: told.paid, currency: told.currency ?? "" },
      /** Whether a picture came with the question that it is about. */
      hasPicture: told.hasPicture === 1,
      device: event === "new_device" ? deviceView(row, told, language) : null,
      /** How the market closed a demo position. */
      closed:
        told.rule == null ? null : { rule: told.rule, symbol: told.symbol ?? "", direction: told.direction ?? "Buy" },
      alert: event === "alert_fired" ? firedAlertOf(row) : null,
      news: event === "product_news" ? newsView(told, language) : null,
      mail: mailState(row, nowMs),
      /** The channels that told it besides pages, in the order of their turns. */
      channels: toldBy(JSON.parse(row.sentBy ?? "[]") as SentBy[], nowMs),
      /** Whether quiet hours hold it. */
      isHeld: row.channel === null && row.channelDueAtMs !== null && row.channelDueAtMs > nowMs,
    },
  ];
}

/** The number of the withdrawal that a notification is about; null where it is about none. */
function withdrawalOf(event: string, subject: string, { number }: Detail): string | null {
  if (number != null) return withdrawalNumber(number);
  return event.startsWith("withdrawal_") ? withdrawalNumber(Number(subject)) : null;
}

/** The browser of a log-in, with its country as a code of two letters, and what can be said of its session. */
function deviceView(row: NotificationRow, { agent, country, session }: Detail, language: Language) {
  return {
    name: saidIn(language, deviceName(agent ?? "")),
    country: country ?? null,
    /** The id by which it is ended; null where it is not known, and for the session that reads this. */
    session: row.isOwnSession ? null : (session ?? null),
    isOpen: Boolean(row.isSessionOpen),
    isConfirmed: row.confirmedAtMs !== null,
  };
}

function newsView({ title, text }: Detail, language: Language) {
  const said = (given: Detail["title"]) => given?.[language] ?? given?.[LANGUAGE_DEFAULT] ?? "";
  return { title: said(title), text: said(text) };
}

function mailState(row: NotificationRow, nowMs: number): MailState {
  if (row.mailId === null) return row.mailDueAtMs === null ? null : row.mailDueAtMs > nowMs ? "held" : "sending";
  if (row.mailSentAtMs !== null) return "sent";
  return row.mailNextAttemptAtMs === null ? "failed" : "sending";
}
