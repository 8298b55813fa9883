/** What this browser's local storage keeps of one account, under keys that name it. Other keys belong to the browser. */

/** @param what such as `settings` */
export function accountKey(what: string, userId: string): string {
  return `${what}:${userId}`;
}

const LAST_ACCOUNT_KEY = "last-account";

/** Remembers whose data this browser took last, so that it can be removed after their session has ended. */
export function rememberAccount(userId: string): void {
  localStorage.setItem(LAST_ACCOUNT_KEY, userId);
}

/** Whose session this browser had last; null where that is not known. */
export function lastAccount(): string | null {
  return localStorage.getItem(LAST_ACCOUNT_KEY);
}

/** Removes all that is kept of an account here, and that it was here. */
export function forgetAccount(userId: string): void {
  if (lastAccount() === userId) localStorage.removeItem(LAST_ACCOUNT_KEY);
  for (const key of Object.keys(localStorage)) {
    if (key.endsWith(accountKey("", userId))) localStorage.removeItem(key);
  }
}
