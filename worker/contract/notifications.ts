import type { ChannelSettings } from "./channels.ts";
import type { QuietHours } from "./quiet-hours.ts";
import { MINUTE_MS } from "./time.ts";

/** What a person is told of by their pages, by its kind. Triggers in `db/guards` write each; their texts are of the pages. */
export const NOTIFICATION_EVENTS = {
  deposit_paid: "money",
  payment_credited: "money",
  payment_refunded: "money",
  payment_not_credited: "money",
  withdrawal_requested: "money",
  withdrawal_approved: "money",
  withdrawal_completed: "money",
  withdrawal_rejected: "money",
  withdrawal_returned: "money",
  deposit_reversed: "money",
  question_withdrawal: "money",
  question_payment: "money",
  question_identity: "security",
  identity_verified: "security",
  identity_rejected: "security",
  identity_reopened: "security",
  card_expires: "security",
  new_device: "security",
  password_changed: "security",
  second_factor_on: "security",
  second_factor_off: "security",
  google_linked: "security",
  telegram_linked: "security",
  telegram_unlinked: "security",
  demo_closed: "order",
  alert_fired: "alert",
  product_news: "news",
} as const;

export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS;
export const NOTIFICATION_KINDS = ["money", "security", "alert", "order", "news"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const NOTIFICATIONS = {
  keptDays: 90,
  /** Of one answer, and of one request that marks some as read. */
  pageMax: 50,
  readMax: 200,
  /** An alert that fires again within this time of the firing before it is one row with that one. */
  sameAlertMs: 10 * MINUTE_MS,
} as const;

/** The switches of a person's mails, with what counts until they choose. `email` turns all that may be turned off on and off. */
export const NOTIFICATION_MAILS = { email: true, money: true, alert: false, order: false, marketing: false } as const;
export type NotificationMail = keyof typeof NOTIFICATION_MAILS;

/** Which switch decides whether an event is mailed from its row; each other event has the mail of its cause, or none. */
export const MAIL_SWITCHES = {
  deposit_paid: "money",
  alert_fired: "alert",
  demo_closed: "order",
  product_news: "marketing",
} as const satisfies Partial<Record<NotificationEvent, NotificationMail>>;

/** What a person chose of their notifications. `push` and `sms` are of the specification: pages are told at once, and no SMS is sent. */
export type NotificationSettings = Record<NotificationMail, boolean> & {
  push: true;
  sms: false;
  quietHours: QuietHours | null;
  channels: ChannelSettings;
};

/**
 * What became of the mail of a notification: it waits for the end of quiet hours, is on its way, was sent, or was given up. Null
 * where no mail says it.
 */
export type MailState = "held" | "sending" | "sent" | "failed" | null;

/** The events of a kind, or all that this version knows. */
export function eventsOf(kind?: NotificationKind): NotificationEvent[] {
  // The keys of the object are the events.
  return (Object.keys(NOTIFICATION_EVENTS) as NotificationEvent[]).filter(
    (event) => kind === undefined || NOTIFICATION_EVENTS[event] === kind,
  );
}

/** Whether this version knows an event: one of a later version may have written it. */
export function isNotificationEvent(event: string): event is NotificationEvent {
  return Object.hasOwn(NOTIFICATION_EVENTS, event);
}
