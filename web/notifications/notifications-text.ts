import type { NotificationEvent } from "../../worker/contract/notifications.ts";

/** What a sentence about an event may name: texts that are ready to be shown. */
export type EventWords = {
  amount: string;
  subject: string;
  paid: string;
  device: string;
  symbol: string;
  rule: string;
};

type Sentence = { title: string; line: (of: EventWords) => string };

const events: Readonly<Record<NotificationEvent, Sentence>> = {
  deposit_paid: { title: "Deposit paid", line: ({ amount, subject }) => `${amount} is in your balance, ${subject}` },
  payment_credited: { title: "Payment added", line: ({ amount, subject }) => `${amount} for the code ${subject}` },
  payment_refunded: {
    title: "Payment sent back",
    line: ({ paid, subject }) => `${paid}, paid for the code ${subject}`,
  },
  payment_not_credited: {
    title: "Payment not added",
    line: ({ paid, subject }) => `${paid}, paid for the code ${subject}`,
  },
  withdrawal_requested: { title: "Withdrawal requested", line: ({ amount, subject }) => `${amount}, ${subject}` },
  withdrawal_approved: { title: "Withdrawal approved", line: ({ amount, subject }) => `${amount}, ${subject}` },
  withdrawal_completed: { title: "Withdrawal paid", line: ({ amount, subject }) => `${amount}, ${subject}` },
  withdrawal_rejected: {
    title: "Withdrawal rejected",
    line: ({ amount, subject }) => `${amount} is back in your balance, ${subject}`,
  },
  withdrawal_returned: {
    title: "Withdrawal returned",
    line: ({ amount, subject }) => `The bank sent ${amount} back to your balance, ${subject}`,
  },
  deposit_reversed: {
    title: "Deposit reversed",
    line: ({ amount, subject }) => `The bank took ${amount} back, ${subject}`,
  },
  question_withdrawal: {
    title: "A question about your withdrawal",
    line: ({ subject }) => `${subject} waits for your answer`,
  },
  question_payment: {
    title: "A question about your payment",
    line: ({ subject }) => `${subject} waits for your answer`,
  },
  question_identity: { title: "A question about your ID card", line: () => "We wait for your answer" },
  identity_verified: { title: "Identity verified", line: () => "Withdrawals can be approved" },
  identity_rejected: { title: "ID card not accepted", line: () => "Your profile says why, and takes another one" },
  card_expires: {
    title: "Your ID card expires",
    line: ({ subject }) => `Valid until ${subject}. Write to support to have a new one checked`,
  },
  identity_reopened: { title: "Identity to be verified again", line: () => "Your profile says why" },
  new_device: { title: "Log-in on a new browser", line: ({ device }) => device },
  password_changed: { title: "Password changed", line: () => "If it was not you, reset it at once" },
  second_factor_on: { title: "Two-factor authentication is on", line: () => "Each log-in needs a code" },
  second_factor_off: {
    title: "Two-factor authentication is off",
    line: () => "If it was not you, change your password",
  },
  google_linked: { title: "Google is linked", line: () => "You can sign in with Google" },
  telegram_linked: { title: "Telegram is linked", line: () => "If it was not you, unlink it and change your password" },
  telegram_unlinked: { title: "Telegram is unlinked", line: () => "It gets no notifications any more" },
  demo_closed: { title: "Demo position closed", line: ({ symbol, rule, amount }) => `${symbol}, ${rule}, ${amount}` },
  // Those whose row has words of its own; these are of one that this version cannot read.
  alert_fired: { title: "Price alert fired", line: () => "On the chart" },
  product_news: { title: "News", line: () => "" },
};

export const notificationsText = {
  heading: "Notifications",
  filters: { all: "All", unread: "Unread", money: "Money", security: "Security", alert: "Alerts", order: "Orders" },
  filter: "Which notifications",
  markAll: "Mark all read",
  failedToMark: "Could not mark them as read",
  loading: "Loading your notifications",
  newestFirst: "Notifications, newest first",
  unread: (count: number) => `Notifications, ${count} unread`,
  isUnread: "Unread",
  now: "Now",
  kept: "Kept for ninety days.",
  more: "Show more",
  empty: { title: "Nothing yet", text: "Deposits, fills and alerts will be listed here." },
  setAlert: "Set an alert",
  noneOfFilter: { title: "Nothing here", text: "There are none of this kind." },
  failure: {
    refused: { title: "Could not load your notifications", text: "Please try again in a moment." },
    unreachable: { title: "Could not load your notifications", text: "Check your connection and try again." },
  },
  rules: {
    stop_loss: "stop loss",
    trailing_stop: "trailing stop",
    take_profit: "take profit",
    stop_out: "stop-out",
  },
  inCountry: (device: string, country: string) => `${device}, ${country}`,
  withPicture: "A picture comes with it",
  withState: (place: string, state: string) => `${place}. ${state}`,
  wasYou: "It was you",
  ended: "This session has ended",
  withTimes: (line: string, times: number) => `${line}, ${times} times`,
  isNew: (count: string) => `${count} new`,
  close: "Close notifications",
  toSettings: "Choose where you are told",
  quietFromTo: (from: string, to: string) => `Quiet ${from} to ${to}, security still comes`,
  quietOff: "Quiet hours are off",
  seeAll: "See all",
  notMe: "Not me, end it",
  itWasMe: "It was me",
  ending: "Ending...",
  endedNow: "The session was ended. Change your password too, in Settings > Security",
  notAnswered: "This could not be sent. Check your connection and try again.",
  mails: {
    none: "In the page",
    held: "In the page, quiet hours",
    sending: "E-mail on its way",
    sent: "E-mail",
    failed: "E-mail failed",
  },
  carried: {
    shown: {
      push: (after: string) => `Push, seen after ${after}`,
      telegram: (after: string) => `Telegram, delivered in ${after}`,
      email: (_after: string) => "E-mail",
    },
    sending: { push: "Push on its way", telegram: "Telegram on its way", email: "E-mail on its way" },
    accepted: { push: "Push, not seen yet", telegram: "Telegram", email: "E-mail" },
    silent: "Not shown in 60 s",
    failed: {
      push: (code: string) => `Push failed${code}`,
      telegram: (code: string) => `Telegram failed${code}`,
      email: (code: string) => `E-mail failed${code}`,
    },
    takenOver: {
      push: (before: string) => `${before}, then push`,
      telegram: (before: string) => `${before}, then Telegram`,
      email: (before: string) => `${before}, then e-mail`,
    },
  },
  seconds: (seconds: string) => `${seconds} s`,
  events,
} as const;
