import type { ReactNode } from "react";
import { ErrorState } from "../error-state.tsx";
import { StaleLine } from "../stale-line.tsx";

/** A list and the state of its load. */
export type LoadedListProps<Item> = {
  /** Null before the first load. */
  items: readonly Item[] | null;
  /** When the items arrived, epoch ms: a line above old ones says their age. */
  atMs?: number;
  isLoading: boolean;
  /** Error of the last load; the items of an earlier one stay. */
  error: { title: string; text: string; requestId: string | null } | null;
  onReload: () => void;
  /** Instead of the items until they are loaded. */
  placeholder: ReactNode;
  /** Instead of the items where there are none. */
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/** A list that is loaded: its placeholder, its error with a retry, or its items, below a line where these are old. */
export function LoadedList<Item>(props: LoadedListProps<Item>) {
  const { items, atMs, isLoading, error, onReload, placeholder, empty, children } = props;
  if (items === null) {
    return error ? <ErrorState {...error} isRetrying={isLoading} onRetry={onReload} /> : placeholder;
  }
  return (
    <>
      {error && <StaleLine atMs={atMs}>{error.title}</StaleLine>}
      {items.length === 0 ? empty : children(items)}
    </>
  );
}
