import { formatMoment } from "../commands/moment-text.ts";

/** Answers to admins about the operation's settings, and the mail about a proposal. */
export const SETTING_TEXT = {
  hours: (hours: number) => (hours === 1 ? "1 hour" : `${hours} hours`),
  choice: {
    refused: "no",
    with_reason: "with a reason",
    required: "required",
    optional: "optional",
  },
  otherHours: "other working hours",
  nothing: "nothing",
  /** @param name null where the environment's value is in force again, which no change brings */
  changed: (name: string | null, value: string, atMs: number, timeZone: string) =>
    `${name ?? "Somebody"} changed it to ${value} on ${formatMoment(atMs, timeZone)}, so nothing was done. See what it is now, then decide again.`,
  proposed: (name: string | null, value: string) =>
    `${name ?? "Somebody"} has proposed ${value}. Approve that, or take it back, before you propose another value.`,
  own: "You proposed this. Another owner approves it.",
  appliedAlready: "This is in force already.",
  cancelledAlready: (name: string | null) => `${name ?? "Somebody"} has taken this proposal back.`,
  aloneLater: (fromMs: number, timeZone: string) =>
    `You are the only owner, so you can put this into force from ${formatMoment(fromMs, timeZone)}.`,
  same: "It has this value already.",
  notEmpty: "This setting needs a value.",
  between: (least: string, most: string) => `Enter a value from ${least} to ${most}.`,
  notThis: "This setting does not take that value.",
  oneTrader: "This setting is about one trader.",
  noTrader: "This setting is not about a trader.",
  mail: {
    subject: "A setting is waiting for a second owner",
    body: (name: string) =>
      `${name} has proposed to change a setting on which money hangs. It comes into force when another owner approves it.`,
    ifWrong: "If you did not expect this, take the proposal back and ask the owner.",
    link: "Settings",
  },
} as const;
