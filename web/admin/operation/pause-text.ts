/** Texts about admins' pauses: of withdrawals, and of new deposits. */
export const PAUSE_TEXT = {
  running: "Running",
  paused: "Paused",
  pausedBy: (name: string | null, when: string) => `Paused by ${name} since ${when}`,
  agreed: (names: string) => `${names} agreed to resume.`,
  aloneFrom: (when: string) => `You can resume them from ${when}, or on the server at once.`,
  reason: "Reason",
  reasonHint: "All admins see it.",
  reasonMissing: "Say why",
  first: "Your approval is recorded. Another operator must resume them too.",
  of: {
    withdrawals: {
      name: "Withdrawals",
      pause: "Pause withdrawals",
      lead: "At once no withdrawal can be requested or approved, and no payment started. What was sent can still be recorded. Two admins must agree to resume.",
      done: "Withdrawals are paused",
      resume: "Resume withdrawals",
      resumeLead: (isLast: boolean) =>
        isLast
          ? "With your approval withdrawals are possible again."
          : "A second admin must do the same before withdrawals are resumed.",
      resumed: "Withdrawals are resumed",
    },
    deposits: {
      name: "Deposits",
      pause: "Pause deposits",
      lead: "At once no new payment code can be made. What is paid with a code of before is still credited. Two admins must agree to resume.",
      done: "Deposits are paused",
      resume: "Resume deposits",
      resumeLead: (isLast: boolean) =>
        isLast
          ? "With your approval deposits are possible again."
          : "A second admin must do the same before deposits are resumed.",
      resumed: "Deposits are resumed",
    },
  },
} as const;
