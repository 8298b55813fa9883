import { OPTIONAL_MAILS } from "../../worker/contract/optional-mails-text.ts";

/** `“One” and “Two”` */
const mailNames = new Intl.ListFormat("en-US").format(Object.values(OPTIONAL_MAILS).map((subject) => `“${subject}”`));

export const notificationChoicesText = {
  whatFor: "What for",
  loading: "Loading your choices",
  failure: {
    refused: { title: "Could not load your choices", text: "Please try again in a moment." },
    unreachable: { title: "Could not load your choices", text: "Check your connection and try again." },
  },
  always: "Always",
  by: (kind: string, channel: string) => `${kind} by ${channel}`,
  kinds: {
    money: { label: "Money", hint: "Deposits, withdrawals; withdrawals are always e-mailed" },
    security: { label: "Security", hint: "Log-ins, password, second factor, links" },
    alert: { label: "Price alerts", hint: "When one of yours fires" },
    order: { label: "Demo orders", hint: "Positions that a stop, a target or a stop-out closed" },
    marketing: { label: "Product news", hint: "What is new and what changes in Tonle" },
  },
  digest: {
    label: "Summary",
    hint: "Results, alerts and what waits, when there is something",
    choices: { off: "Off", daily: "Daily, 8 AM", weekly: "Sundays, 10 AM" },
  },
  isOff: (channel: string) => `${channel} is off.`,
  turnOn: (channel: string) => `Turn on ${channel}`,
  isBroken: (channel: string, why: string) => `${channel} does not arrive: ${why}.`,
  isSilent: (channel: string) => `${channel}: the last message was not shown.`,
  hasEnded: (channel: string) => `${channel} has ended.`,
  mend: (channel: string) => `Mend ${channel}`,
  emailIsOff: `E-mail notifications are off: only what is always e-mailed comes, and not the e-mails ${mailNames}.`,
  quiet: "Quiet hours",
  quietHint: "Messages wait, and toasts do not come. Then one summary.",
  from: "From",
  to: "To",
  sameTimes: "Choose two different times",
  through: "Security, money that leaves, and alerts that say so come at any hour.",
  zone: (zone: string) => `In your account's time zone, ${zone}.`,
} as const;
