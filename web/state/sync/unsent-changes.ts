import { accountKey } from "../storage/account-storage.ts";
import { localStore } from "../storage/browser-storage.ts";

/**
 * Changes that the account has not acknowledged, in local storage: a page that is closed or loaded again without a connection leaves
 * them to the next one. Each has a key of its own, so that tabs do not overwrite each other's. Sending one twice changes nothing.
 */
export class UnsentChanges<Change> {
  readonly #prefix: string;
  readonly #keyOf: (change: Change) => string;

  /** @param prefix begins the keys of one kind of changes in the storage */
  constructor(prefix: string, keyOf: (change: Change) => string) {
    this.#prefix = prefix;
    this.#keyOf = keyOf;
  }

  /** Keeps a change. Where the storage is full or blocked, it is in this page alone. */
  keep(userId: string, change: Change): void {
    localStore.set(this.#storageKey(userId, change), JSON.stringify(change));
  }

  /** Forgets a change that was answered, unless another tab has kept a newer one of the same entry. */
  forget(userId: string, change: Change): void {
    const key = this.#storageKey(userId, change);
    if (localStore.get(key) === JSON.stringify(change)) localStore.remove(key);
  }

  /** The changes that are kept of an account, in no order. What is not one is left out. */
  read(userId: string): Change[] {
    return localStore.keys().flatMap((key) => {
      if (!key.startsWith(this.#prefix) || !key.endsWith(accountKey("", userId))) return [];
      try {
        // Written by `keep`; the comparison refuses what has another shape, and the account what it does not know.
        const change = JSON.parse(localStore.get(key) ?? "") as Change;
        return key === this.#storageKey(userId, change) ? [change] : [];
      } catch {
        return [];
      }
    });
  }

  #storageKey(userId: string, change: Change): string {
    return accountKey(`${this.#prefix}${this.#keyOf(change)}`, userId);
  }
}
