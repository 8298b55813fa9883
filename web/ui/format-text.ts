/** The language of dates and numbers, and what `format.ts` says in words. */
export const formatText = {
  /** For `Intl`; digits are Latin in every language. */
  locale: "en-US",
  today: "Today",
  yesterday: "Yesterday",
  /** The units of a duration: seconds, minutes, hours, days. */
  units: { second: "s", minute: "m", hour: "h", day: "d" },
  /** An amount in riel. */
  riel: (amount: string) => `${amount} KHR`,
} as const;
