/** What this browser's local storage keeps of one account, under keys that name it. Other keys belong to the browser. */

/** @param what such as `settings` */
export function accountKey(what: string, userId: string): string {
  return `${what}:${userId}`;
}

/** Removes all that is kept of an account here. */
export function forgetAccount(userId: string): void {
  for (const key of Object.keys(localStorage)) {
    if (key.endsWith(accountKey("", userId))) localStorage.removeItem(key);
  }
}
