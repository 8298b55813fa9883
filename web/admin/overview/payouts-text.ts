/** Texts of the overview's card about payouts: a pause of withdrawals, and who may pay them. */
export const PAYOUTS_TEXT = {
  title: "Payouts",
  withdrawals: "Withdrawals",
  running: "Running",
  paused: "Paused",
  pausedBy: (name: string | null, when: string) => `Paused by ${name} since ${when}`,
  agreed: (names: string) => `${names} agreed to resume.`,
  aloneFrom: (when: string) => `You can resume them from ${when}, or on the server at once.`,
  soleApprover: "One admin alone may approve and pay",
  soleApproverDetail: "This setting is for an operation with one admin. With two or more it should be off.",
  pause: "Pause withdrawals",
  pauseLead:
    "At once no withdrawal can be requested or approved, and no payment started. What was sent can still be recorded. Two admins must agree to resume.",
  reason: "Reason",
  reasonHint: "All admins see it.",
  reasonMissing: "Say why",
  pauseDone: "Withdrawals are paused",
  resume: "Resume withdrawals",
  resumeLead: (have: number, need: number) =>
    need > 1 && have + 1 < need
      ? "A second admin must do the same before withdrawals are resumed."
      : "With your approval withdrawals are possible again.",
  resumeDone: {
    first: "Your approval is recorded. Another admin must resume them too.",
    last: "Withdrawals are resumed",
  },
} as const;
