import { formatMoment } from "../commands/moment-text.ts";

/** Answers to admins about withdrawals. */
export const WITHDRAWAL_ADMIN_TEXT = {
  claimed: (name: string | null, untilMs: number, timeZone: string) =>
    `${name} is working on this withdrawal until ${formatMoment(untilMs, timeZone)}. Only they can release it before then; after that, any admin can claim it`,
  noColleague: "That person is no longer an operator. Choose somebody else.",
  ownOf: (name: string) => `This is the own withdrawal of ${name}, so another admin decides`,
  approvedBy: (name: string) => `${name} has approved this already, so another admin must`,
  notClaimed: "You have no claim on this withdrawal to release",
  cancelled: "The trader has cancelled this withdrawal",
  owes: (sum: string) =>
    `The trader owes ${sum} of a deposit that the bank took back. Collect it first; until then their withdrawals wait.`,
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
  nobodyPays: "Nobody is paying this withdrawal. Start the payment before you pay it at the bank.",
  otherPays: (name: string | null, sinceMs: number, timeZone: string) =>
    `${name} is paying this withdrawal since ${formatMoment(sinceMs, timeZone)}, so only they can complete or stop it`,
  takenOver: (name: string | null) =>
    `You took this payment over from ${name}, who may have made it. Complete it, or reject it together with another admin.`,
  bankSaidPaid:
    "A result of the bank says that this was paid, so it is not paid again. Complete it by that, or reject it together with another admin once the bank has told you otherwise.",
  takeOverLater: (name: string | null, atMs: number, timeZone: string) =>
    `${name} is paying this withdrawal. You can take it over from ${formatMoment(atMs, timeZone)}.`,
  payingAlone: {
    only_approver: "No other admin approved this withdrawal, so another admin must pay it",
    moved_alone:
      "With this withdrawal you would move more alone than one admin may in 24 hours, so another admin must pay it",
  },
  saidPaid: (name: string, paymentId: string) =>
    `${name} says that this was paid as ${paymentId}, so only they can reject it`,
  paymentIdUsed: "This payment ID belongs to another withdrawal",
  proofMissing: "A proof of the payment is required",
} as const;
