import { type ReadonlySignal, signal } from "@preact/signals-react";

type AccountTopic = "balance" | "deposits" | "withdrawals" | "identity" | "sessions" | "profile" | "notifications" | "alerts";

/** Whether the channel of the account is up. */
export const isChannelUp: ReadonlySignal<boolean> = signal(false);

/** Calls the listener after a change of the account in one of the topics. @returns stops it */
export function onAccountChange(_topics: readonly AccountTopic[], _listener: () => void): () => void {
  return () => {};
}
