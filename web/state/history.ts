import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { requestIdOf } from "./api.ts";
import { user } from "./session.ts";

/** A list of a person's records that is loaded as a whole. */
export type History<Item> = {
  /** In the API's order; null before the first load. */
  items: readonly Item[] | null;
  isLoading: boolean;
  /** Error of the last load; earlier items stay. */
  error: { title: string; text: string; requestId: string | null } | null;
};

/**
 * Keeps one history of the signed-in user. It is tied to that user: the next user never sees it.
 * @param fetchItems calls the API
 * @param explain formats the error of a failed load
 * @returns the history, and a function that reloads it; a failure is stored in `error`
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
  // Counts loads: of two concurrent loads, the later one's response stays.
  let loads = 0;

  async function load(): Promise<void> {
    const ownerId = user.peek()?._id;
    if (ownerId === undefined) return;
    loads += 1;
    const thisLoad = loads;
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
    if (loads === thisLoad) loaded.value = { ownerId, history: next };
  }

  return { history, load };
}
