import type { AccountTopic } from "../../worker/contract/account-channel.ts";

/** What each topic of the account's channel changes: the first parts of the keys of queries, which are then read again. */
export const TOLD_QUERIES: Readonly<Record<AccountTopic, readonly string[]>> = {
  balance: ["balance", "statement"],
  deposits: ["deposits", "receipt", "questions"],
  withdrawals: ["withdrawals", "figures", "questions"],
  identity: ["withdrawals", "questions"],
  // Of a log-in on a new browser its notification says whether the session is open.
  sessions: ["sessions", "notifications"],
  // The person, whom the session check reads; with the withdrawals comes whether they need a second factor, and with the
  // settings whether optional mails are sent at all.
  profile: ["withdrawals", "notification-settings"],
  notifications: ["notifications", "notification-settings"],
  alerts: ["alerts"],
  journal: ["journal"],
};

/** Those of them that other causes change too: results of trades, and the days of the account. */
const OTHERWISE_CHANGED = "figures";

/** Whether the channel tells each change of a query, so that its poll may slow down while it does. */
export function isTold([first]: readonly unknown[]): boolean {
  return first !== OTHERWISE_CHANGED && Object.values(TOLD_QUERIES).some((keys) => keys.some((key) => key === first));
}
