/** What a person's pages are told has changed in their account. */
export const ACCOUNT_TOPICS = [
  "balance",
  "deposits",
  "withdrawals",
  "identity",
  "sessions",
  "profile",
  "notifications",
  "alerts",
  "journal",
] as const;
export type AccountTopic = (typeof ACCOUNT_TOPICS)[number];

/**
 * A frame of the private socket about the account itself: what has changed, never to what; a page reads it again. `number` is that
 * of the newest change which the frame covers. The first frame of a socket has no changes: a client whose last number is another
 * one, or who has none, has missed something and takes every topic as changed.
 */
export type AccountChannelMessage = {
  type: "account";
  number: number;
  changes: { number: number; topic: AccountTopic }[];
};
