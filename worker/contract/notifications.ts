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
  identity_verified: "security",
  identity_rejected: "security",
  identity_reopened: "security",
  new_device: "security",
  password_changed: "security",
  second_factor_on: "security",
  second_factor_off: "security",
  google_linked: "security",
  demo_closed: "order",
} as const;

export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS;
export const NOTIFICATION_KINDS = ["money", "security", "order"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const NOTIFICATIONS = {
  keptDays: 90,
  /** Of one answer, and of one request that marks some as read. */
  pageMax: 50,
  readMax: 200,
} as const;

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
