/** Answers of the API about price alerts. */
export const ALERT_TEXT = {
  frozen:
    "Your account is frozen: you can look at your price alerts, but not change them. They stay as they are. Please contact support.",
  noSuchAlert: "There is no such price alert",
  changed: "This price alert has changed meanwhile",
  removed: "This price alert was removed meanwhile",
  isAt: {
    rises: (name: string, price: string) => `${name} is at ${price}. Choose a level above it.`,
    falls: (name: string, price: string) => `${name} is at ${price}. Choose a level below it.`,
  },
  endsInPast: "This end is in the past. Choose a later one.",
  endsTooLate: (days: string) => `A price alert ends within ${days} days`,
} as const;
