import { signal } from "@preact/signals-react";
import { forEachOwner, ownerId } from "../state/owner.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import type { AccountName } from "./trade-account.ts";

/**
 * How many findings an account had when they were looked for last in this browser: to look for them takes seconds, which the pages beside them do
 * not spend.
 */

type Counted = { revision: string; count: number };
type Counts = Readonly<Record<string, Counted>>;

const KEY = "findings";
const counts = signal<Counts>({});

forEachOwner((id) => {
  counts.value = id === null ? {} : stored(id);
});

/** The findings of an account; null where its trades are others by now, or nobody has looked. Reads signals. */
export function findingCount(account: AccountName, revision: string): number | null {
  const known = counts.value[account];
  return known?.revision === revision ? known.count : null;
}

export function keepFindingCount(account: AccountName, revision: string, count: number): void {
  const before = counts.peek()[account];
  if (before?.revision === revision && before.count === count) return;
  counts.value = { ...counts.peek(), [account]: { revision, count } };
  const id = ownerId();
  if (id !== null) localStore.set(accountKey(KEY, id), JSON.stringify(counts.peek()));
}

function stored(userId: string): Counts {
  try {
    const kept: unknown = JSON.parse(localStore.get(accountKey(KEY, userId)) ?? "{}");
    const entries = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, Counted] => isCounted(entry[1])));
  } catch {
    return {};
  }
}

function isCounted(value: unknown): value is Counted {
  return (
    typeof value === "object" &&
    value !== null &&
    "revision" in value &&
    typeof value.revision === "string" &&
    "count" in value &&
    typeof value.count === "number"
  );
}
