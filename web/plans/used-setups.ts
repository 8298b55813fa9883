import { ownerId } from "../state/owner.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";

/** How often each setup was chosen in this browser: those of every day come first. */

const KEY = "setup uses";

type Uses = Readonly<Record<string, number>>;

/** The setups with those first that were chosen most; the others keep their order. */
export function mostUsedFirst<Setup extends { id: string }>(setups: readonly Setup[]): Setup[] {
  const uses = read();
  return setups.toSorted((a, b) => (uses[b.id] ?? 0) - (uses[a.id] ?? 0));
}

/** Counts that a setup was chosen. */
export function countUse(setupId: string): void {
  const id = ownerId();
  if (id === null) return;
  const uses = read();
  localStore.set(accountKey(KEY, id), JSON.stringify({ ...uses, [setupId]: (uses[setupId] ?? 0) + 1 }));
}

function read(): Uses {
  const id = ownerId();
  const text = id === null ? null : localStore.get(accountKey(KEY, id));
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
    return Object.fromEntries(entries.filter(([, count]) => typeof count === "number"));
  } catch {
    return {};
  }
}
