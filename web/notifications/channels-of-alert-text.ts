export const channelsOfAlertText = {
  names: { push: "Push", telegram: "Telegram", email: "E-mail" },
  label: "Tells you",
  inPage: "In the page",
  inTurn: (names: readonly string[]) => `In the page, then ${names.join(", ")}`,
  change: "Change",
  broken: (name: string) => `${name} did not reach you the last time`,
} as const;
