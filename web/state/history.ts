import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { requestIdOf } from "./api.ts";
import { user } from "./session.ts";

/** What somebody did, as a list that is loaded whole. */
export type History<Item> = {
  /** In the API's order; null until they have arrived once. */
  items: readonly Item[] | null;
  isLoading: boolean;
  /** Why the last load failed; what was loaded before it stays. */
  error: { title: string; text: string; requestId: string | null } | null;
};

/**
 * Keeps one history of whoever is signed in. It belongs to that person: nobody sees another's, whoever signs in next.
 * @param fetchItems asks the API
 * @param explain puts a failed load into words
 * @returns the history, and what loads it anew; a failure of that is left in `error`
 */
export function historyOf<Item>(
  fetchItems: () => Promise<readonly Item[]>,
  explain: (error: unknown) => { title: string; text: string },
): { history: ReadonlySignal<History<Item>>; load: () => Promise<void> } {
  const nothing: History<Item> = { items: null, isLoading: false, error: null };
  const loaded = signal<{ ownerId: string | undefined; history: History<Item> }>({
    ownerId: undefined,
    history: nothing,
  });
  const history = computed(() => (loaded.value.ownerId === user.value?._id ? loaded.value.history : nothing));
  // Rises with every load: of two that cross, the later one's answer stays.
  let loads = 0;

  async function load(): Promise<void> {
    const ownerId = user.peek()?._id;
    if (ownerId === undefined) return;
    loads += 1;
    const mine = loads;
    const before = history.peek();
    loaded.value = { ownerId, history: { ...before, isLoading: true } };
    const next = await fetchItems().then(
      (items): History<Item> => ({ items, isLoading: false, error: null }),
      (error): History<Item> => ({
        ...before,
        isLoading: false,
        error: { ...explain(error), requestId: requestIdOf(error) },
      }),
    );
    if (loads === mine) loaded.value = { ownerId, history: next };
  }

  return { history, load };
}
