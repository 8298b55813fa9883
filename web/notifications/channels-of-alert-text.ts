import type { Channel } from "../../worker/contract/channels.ts";

export const channelNames: Readonly<Record<Channel, string>> = { push: "Push", telegram: "Telegram", email: "E-mail" };

export const channelsOfAlertText = {
  label: "Tells you",
  inPage: "In the page",
  inTurn: (names: readonly string[]) => `In the page, then ${names.join(", ")}`,
  change: "Change",
  broken: (name: string) => `${name} did not reach you the last time`,
} as const;
