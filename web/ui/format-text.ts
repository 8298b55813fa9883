/** The words of `format.ts`. */
export const formatText = {
  today: "Today",
  yesterday: "Yesterday",
  /** The units of a duration: seconds, minutes, hours, days. */
  units: { second: "s", minute: "m", hour: "h", day: "d" },
  /** An amount in riel. */
  riel: (amount: string) => `${amount} KHR`,
  /** Ends a sentence whose parts a component puts together. */
  fullStop: ".",
} as const;
