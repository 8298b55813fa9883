import { useCallback, useEffect, useRef, useState } from "react";
import { fetchImport } from "./import-calls.ts";
import type { ImportedRow, ImportView } from "./import-types.ts";

/** The kind of rows shown of a staged import; null for all. */
export type Fate = "new" | "duplicate" | null;

type State = { view: ImportView | null; rows: readonly ImportedRow[] | null; isLoading: boolean; error: unknown };

/** An import with its rows, page by page. Changing the kind of rows keeps the import on the screen while they load. */
export function useImportView(id: string) {
  const [fate, setFate] = useState<Fate>(null);
  const [state, setState] = useState<State>({ view: null, rows: null, isLoading: true, error: null });
  /** Counts loads: a response is stale when a newer load has started. */
  const latestLoad = useRef(0);

  const load = useCallback(
    async (cursor: string | null) => {
      latestLoad.current += 1;
      const thisLoad = latestLoad.current;
      try {
        const view = await fetchImport(id, fate, cursor);
        if (latestLoad.current !== thisLoad) return;
        setState(({ rows }) => ({
          view,
          isLoading: false,
          error: null,
          rows: cursor === null ? view.rows : [...(rows ?? []), ...view.rows],
        }));
      } catch (error) {
        if (latestLoad.current === thisLoad) setState((before) => ({ ...before, isLoading: false, error }));
      }
    },
    [id, fate],
  );

  useEffect(() => {
    void load(null);
    return () => {
      latestLoad.current += 1;
    };
  }, [load]);

  const refetch = (cursor: string | null) => {
    setState((before) => ({ ...before, isLoading: true }));
    void load(cursor);
  };
  const { view, rows, isLoading, error } = state;
  return {
    view,
    rows,
    isLoading,
    error,
    fate,
    chooseFate(next: Fate) {
      if (next === fate) return;
      setState((before) => ({ ...before, rows: null, isLoading: true, error: null }));
      setFate(next);
    },
    hasMore: view?.nextCursor != null,
    loadMore: () => view?.nextCursor != null && !isLoading && refetch(view.nextCursor),
    reload: () => refetch(null),
  };
}
