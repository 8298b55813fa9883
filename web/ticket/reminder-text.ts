/** The line above the costs that reminds of a finding. */
export const reminderText = {
  see: "See them",
  cost: (trades: string, r: string) =>
    `${trades} such trades came out ${r}R worse than your others. You asked to be told.`,
} as const;
