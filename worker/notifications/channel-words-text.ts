/** What a push and a message of Telegram say of an event: a title, a line without sums, and one with the sum where it is about money. */
export const CHANNEL_WORDS_TEXT = {
  events: {
    deposit_paid: {
      title: "A deposit was paid",
      line: "It is in your balance",
      sum: (amount: string) => `${amount} is in your balance`,
    },
    payment_credited: {
      title: "A payment was added",
      line: "It is in your balance",
      sum: (amount: string) => `${amount} is in your balance`,
    },
    payment_refunded: {
      title: "A payment was sent back",
      line: "Your history says which",
      sum: (amount: string) => amount,
    },
    payment_not_credited: {
      title: "A payment was not added",
      line: "Your history says which",
      sum: (amount: string) => amount,
    },
    withdrawal_requested: {
      title: "Withdrawal requested",
      line: "If it was not you, log in and cancel it",
      sum: (amount: string) => amount,
    },
    withdrawal_approved: {
      title: "Withdrawal approved",
      line: "It will be paid next",
      sum: (amount: string) => amount,
    },
    withdrawal_completed: {
      title: "Withdrawal paid",
      line: "It was sent to your account",
      sum: (amount: string) => amount,
    },
    withdrawal_rejected: {
      title: "Withdrawal rejected",
      line: "The money is back in your balance",
      sum: (amount: string) => `${amount} is back in your balance`,
    },
    identity_verified: { title: "Identity verified", line: "Withdrawals can be approved" },
    identity_rejected: { title: "ID card not accepted", line: "Your profile says why, and takes another one" },
    identity_reopened: { title: "Identity to be verified again", line: "Your profile says why" },
    new_device: { title: "Log-in on a new browser", line: "If it was not you, end it" },
    password_changed: { title: "Password changed", line: "If it was not you, reset it at once" },
    second_factor_on: { title: "Two-factor authentication is on", line: "Each log-in needs a code" },
    second_factor_off: { title: "Two-factor authentication is off", line: "If it was not you, change your password" },
    google_linked: { title: "Google is linked", line: "You can sign in with Google" },
    telegram_linked: { title: "Telegram is linked", line: "If it was not you, unlink it and change your password" },
    telegram_unlinked: { title: "Telegram is unlinked", line: "It gets no more notifications" },
    demo_closed: { title: "Demo position closed", line: "On the demo account" },
    alert_fired: { title: "Price alert fired", line: "On the chart" },
    product_news: { title: "News", line: "" },
  },
  several: (count: string) => `${count} notifications while it was quiet`,
  severalLine: "Open the list to see them",
  other: { title: "A notification", line: "Open the list to see it" },
  test: { title: "This is a test", line: "Notifications reach you here" },
  open: "Open",
} as const;
