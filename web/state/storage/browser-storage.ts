/**
 * What the product keeps in this browser, by key. A browser may block its storage, so that even naming it throws, or have it
 * full. What cannot be stored is known to this page alone, until it is loaded again.
 */
function guarded(area: () => Storage) {
  /** What could not be stored. */
  const unstored = new Map<string, string>();

  /** Stores a text. @returns false where the browser does not: then nothing has changed */
  function store(key: string, text: string): boolean {
    const isStored = attempt(() => area().setItem(key, text)) !== null;
    if (isStored) unstored.delete(key);
    return isStored;
  }

  return {
    store,
    /** Stores a text, or keeps it in this page. */
    set(key: string, text: string): void {
      if (!store(key, text)) unstored.set(key, text);
    },
    /** The text of a key; null without one. */
    get: (key: string): string | null => unstored.get(key) ?? attempt(() => area().getItem(key)),
    remove(key: string): void {
      unstored.delete(key);
      attempt(() => area().removeItem(key));
    },
    /** All keys, in no order. */
    keys: (): string[] => [...new Set([...unstored.keys(), ...Object.keys(attempt(area) ?? {})])],
    clear(): void {
      unstored.clear();
      attempt(() => area().clear());
    },
    /** Whether an event is about this storage. */
    isChangedBy: ({ storageArea }: StorageEvent): boolean => storageArea !== null && storageArea === attempt(area),
  };
}

/** Null where the storage cannot be used. */
function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Kept until it is removed, and the same in all tabs. */
export const localStore = guarded(() => localStorage);
/** Kept as long as the tab. */
export const sessionStore = guarded(() => sessionStorage);
