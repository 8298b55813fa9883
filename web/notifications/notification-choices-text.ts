import { OPTIONAL_MAILS } from "../../worker/contract/optional-mails-text.ts";

/** `“One” and “Two”` */
const mailNames = new Intl.ListFormat("en-US").format(Object.values(OPTIONAL_MAILS).map((subject) => `“${subject}”`));

export const notificationChoicesText = {
  where: "Where we reach you",
  inPage: { title: "In the page", line: "Always, on every device at once: the list is the record." },
  email: "E-mail notifications",
  emailHint: (address: string) =>
    `To ${address}. Turning this off stops all that can be turned off below, and the e-mails ${mailNames}.`,
  whatFor: "What is e-mailed",
  loading: "Loading your choices",
  failure: {
    refused: { title: "Could not load your choices", text: "Please try again in a moment." },
    unreachable: { title: "Could not load your choices", text: "Check your connection and try again." },
  },
  always: "Always",
  security: { label: "Security", hint: "Password, second factor, links to Google" },
  decisions: { label: "Withdrawals and decisions on money", hint: "Each step, and payments that an admin decided" },
  kinds: {
    money: { label: "Deposits", hint: "Paid, and in your balance" },
    alert: { label: "Price alerts", hint: "When one of yours fires" },
    order: { label: "Demo orders", hint: "Positions that a stop, a target or a stop-out closed" },
    marketing: { label: "Product news", hint: "What is new and what changes in Tonle" },
  },
  emailIsOff: "E-mail notifications are off, so none of these is e-mailed.",
  notSaved: "Could not be saved, so it is as before",
  quiet: "Quiet hours",
  quietHint: "E-mails wait, and toasts do not come. Then one summary.",
  from: "From",
  to: "To",
  sameTimes: "Choose two different times",
  through: "Security, money that leaves, and alerts that say so come at any hour.",
  zone: (zone: string) => `In your account's time zone, ${zone}.`,
} as const;
