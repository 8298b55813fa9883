import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { AccountTopic } from "../../../worker/contract/account-channel.ts";

/** What the private socket says of the person's account, for all that follows it. `account-feed.ts` is where it comes from. */

const isUp = signal(false);
/** Whether each change of the account is told within moments. */
export const isChannelUp: ReadonlySignal<boolean> = isUp;

type Listener = { topics: readonly AccountTopic[]; listener: () => void };
const listeners = new Set<Listener>();

/**
 * Listens to changes of the account: once for all that is told together, at once for what was missed. Queries need none, see
 * `told-queries.ts`. A hidden page hears of nothing until it is visible again.
 * @returns stops it
 */
export function onAccountChange(topics: readonly AccountTopic[], listener: () => void): () => void {
  const added = { topics, listener };
  listeners.add(added);
  return () => void listeners.delete(added);
}

/** Tells what has changed. */
export function tellAccountChange(changed: ReadonlySet<AccountTopic>): void {
  for (const { topics, listener } of [...listeners]) if (topics.some((topic) => changed.has(topic))) listener();
}

/** Records whether changes are told. */
export function setChannelUp(isNowUp: boolean): void {
  isUp.value = isNowUp;
}
