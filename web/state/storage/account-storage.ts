import { localStore } from "./browser-storage.ts";

/** What local storage keeps of one account, under keys with its user id. Other keys belong to the browser. */

/** Storage key of an account. @param what name of the data, such as `settings` */
export function accountKey(what: string, userId: string): string {
  return `${what}:${userId}`;
}

const LAST_ACCOUNT_KEY = "last-account";

/** Remembers the last account of this browser, so that its data can be removed after the session has ended. */
export function rememberAccount(userId: string): void {
  localStore.set(LAST_ACCOUNT_KEY, userId);
}

/** User id of the last account of this browser; null if unknown. */
export function lastAccount(): string | null {
  return localStore.get(LAST_ACCOUNT_KEY);
}

/** Removes all stored data of an account, and the note that it was the last one. */
export function forgetAccount(userId: string): void {
  if (lastAccount() === userId) localStore.remove(LAST_ACCOUNT_KEY);
  for (const key of localStore.keys()) {
    if (key.endsWith(accountKey("", userId))) localStore.remove(key);
  }
}
