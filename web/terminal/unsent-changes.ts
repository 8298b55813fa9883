import { terminalKey } from "../../worker/contract/terminal/terminal-changes.ts";
import type { TerminalChange } from "../../worker/contract/terminal/terminal-schema.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";

/**
 * Changes of drawings and settings that the account has not acknowledged, in local storage: a page that is closed or loaded
 * again without a connection leaves them to the next one. Each has a key of its own, so that tabs do not overwrite each
 * other's. Sending one twice changes nothing.
 */

const PREFIX = "unsent ";

/** Keeps a change. Where the storage is full or blocked, it is in this page alone. */
export function keepUnsent(userId: string, change: TerminalChange): void {
  localStore.set(keyOf(userId, change), JSON.stringify(change));
}

/** Forgets a change that was answered, unless another tab has kept a newer one of the same entry. */
export function forgetUnsent(userId: string, change: TerminalChange): void {
  const key = keyOf(userId, change);
  if (localStore.get(key) === JSON.stringify(change)) localStore.remove(key);
}

/** The changes that are kept of an account, in no order. What is not one is left out. */
export function readUnsent(userId: string): TerminalChange[] {
  return localStore.keys().flatMap((key) => {
    if (!key.startsWith(PREFIX) || !key.endsWith(accountKey("", userId))) return [];
    try {
      // Written by this file; the comparison refuses what has another shape, and the account what it does not know.
      const change = JSON.parse(localStore.get(key) ?? "") as TerminalChange;
      return key === keyOf(userId, change) ? [change] : [];
    } catch {
      return [];
    }
  });
}

function keyOf(userId: string, change: TerminalChange): string {
  return accountKey(`${PREFIX}${terminalKey(change)}`, userId);
}
