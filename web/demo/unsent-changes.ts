import { terminalKey } from "../../worker/contract/terminal/terminal-changes.ts";
import type { TerminalChange } from "../../worker/contract/terminal/terminal-schema.ts";
import { accountKey } from "../state/account-storage.ts";

/**
 * Changes of drawings and settings that the account has not acknowledged, in local storage: a page that is closed or loaded
 * again without a connection leaves them to the next one. Each has a key of its own, so that tabs do not overwrite each
 * other's. Sending one twice changes nothing.
 */

const PREFIX = "unsent ";

/** Keeps a change. Where the storage is full or blocked, it is in this page alone. */
export function keepUnsent(userId: string, change: TerminalChange): void {
  try {
    localStorage.setItem(keyOf(userId, change), JSON.stringify(change));
  } catch (error) {
    console.warn("change not kept", error);
  }
}

/** Forgets a change that was answered, unless another tab has kept a newer one of the same entry. */
export function forgetUnsent(userId: string, change: TerminalChange): void {
  const key = keyOf(userId, change);
  if (localStorage.getItem(key) === JSON.stringify(change)) localStorage.removeItem(key);
}

/** The changes that are kept of an account, in no order. What is not one is left out. */
export function readUnsent(userId: string): TerminalChange[] {
  return Object.entries({ ...localStorage }).flatMap(([key, text]) => {
    if (!key.startsWith(PREFIX) || !key.endsWith(accountKey("", userId))) return [];
    try {
      // Written by this file; the comparison refuses what has another shape, and the account what it does not know.
      const change = JSON.parse(text) as TerminalChange;
      return key === keyOf(userId, change) ? [change] : [];
    } catch {
      return [];
    }
  });
}

function keyOf(userId: string, change: TerminalChange): string {
  return accountKey(`${PREFIX}${terminalKey(change)}`, userId);
}
