import { formatMoment } from "../commands/moment-text.ts";

/** Texts of the mail to an admin whose work a withdrawal now is. */
export const HAND_OVER_MAIL_TEXT = {
  subject: (number: string) => `Withdrawal ${number} is yours`,
  handed: (by: string, number: string, sum: string) => `${by} has handed withdrawal ${number} of ${sum} over to you.`,
  until: (untilMs: number, timeZone: string) =>
    `It is yours until ${formatMoment(untilMs, timeZone)}. After that, any admin can claim it.`,
  open: "Open it",
};
