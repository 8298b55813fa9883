/** The texts of the plan that a fill has locked. */
export const lockedPlanText = {
  locked: (clock: string) => `Plan locked ${clock}`,
  seal: (short: string) => `seal ${short}`,
  sealName: "seal of the plan",
  none: "No plan",
  setup: "Setup",
  stop: "Stop",
  stopIs1R: "Stop, 1R",
  target: "Target",
  targetIn: (r: string) => `Target, ${r}R`,
  amount: "Amount",
  reason: (reason: string) => `“${reason}”`,
} as const;
