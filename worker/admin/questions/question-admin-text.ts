import { formatMoment } from "../commands/moment-text.ts";

/** Refusals of questions by admins. */
export const QUESTION_ADMIN_TEXT = {
  closed: "This is closed, so nothing is asked about it any more. Refresh to see how.",
  accountClosed: "This account is closed: nobody would read the question.",
  waits: "A question about this waits for its answer already. Take it back to ask another one.",
  beingPaid: "This withdrawal is being paid. Stop the payment to ask about it.",
  claimed: (name: string | null, untilMs: number, timeZone: string) =>
    `${name} has claimed this until ${formatMoment(untilMs, timeZone)}. Only they ask about it before.`,
  answered: "This question has its answer already. Refresh to see it.",
  ended: "This question has ended without an answer. Refresh to see why.",
  template: "This template is not about such an item.",
} as const;
