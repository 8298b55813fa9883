import { formatMoment } from "../commands/moment-text.ts";

/** What the answers to admins say about withdrawals. */
export const WITHDRAWAL_ADMIN_TEXT = {
  claimed: (name: string | null, untilMs: number, timeZone: string) =>
    `${name} is working on this withdrawal until ${formatMoment(untilMs, timeZone)}. Only they can release it before then; after that, any admin can claim it`,
  notClaimed: "You have no claim on this withdrawal to release",
  cancelled: "The trader has cancelled this withdrawal",
  pending: "This withdrawal is still pending. Refresh to see its current state.",
  decided: (name: string | null, decision: "approved" | "completed" | "rejected") =>
    `${name} has ${decision} this withdrawal. Refresh to see its current state.`,
  onHold: (approvableAtMs: number, timeZone: string) =>
    `The security of this account was changed in the last 24 hours. It can be approved from ${formatMoment(approvableAtMs, timeZone)}.`,
  reasonMissing: "The identity of this trader is not verified. Say why it is approved nevertheless.",
  payingAlready: {
    you: "You are already paying this withdrawal",
    other: (name: string | null) => `${name} is already paying this withdrawal`,
  },
  nobodyPays: "Nobody is paying this withdrawal",
  otherPays: (name: string | null) => `${name} is paying this withdrawal`,
  saidPaid: (name: string, paymentId: string) =>
    `${name} says that this was paid as ${paymentId}, so only they can reject it`,
  paymentIdUsed: "This payment ID belongs to another withdrawal",
  proofMissing: "A proof of the payment is required",
} as const;
