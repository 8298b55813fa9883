import { useState } from "react";
import { usePages } from "../../state/pages.ts";
import { adminKey } from "../core/admin-polling.ts";
import { fetchImport } from "./import-calls.ts";

/** The kind of rows shown of a staged import; null for all. */
export type Fate = "new" | "duplicate" | null;

/** An import with its rows, page by page. Changing the kind of rows keeps the import on the screen while they load. */
export function useImportView(id: string) {
  const [fate, setFate] = useState<Fate>(null);
  const { value, lastValue, isLoading, error, hasMore, loadMore, reload } = usePages({
    key: adminKey("import", id, fate),
    fetchPage: (cursor, signal) => fetchImport(id, fate, cursor, signal),
  });
  return {
    view: lastValue,
    rows: value?.rows ?? null,
    isLoading,
    error,
    fate,
    chooseFate: setFate,
    hasMore,
    loadMore,
    reload,
  };
}
