import { loadQuery, type QueryOptions } from "./query.ts";
import { type Query, useQuery } from "./use-query.ts";

type Identified = { _id: string };

/** A page of a list; `nextCursor` is null on the last one. */
export type Page<Row> = { rows: readonly Row[]; nextCursor: string | null };

/** A list as far as it is loaded: the rows of all pages, and what else the last page has. */
export type Pages<Row, Rest = unknown> = Page<Row> & Rest & { pageCount: number };

/** Fetches the first pages of a list. @param count how many; infinity for all */
export async function loadPages<Row extends Identified, Rest>(
  fetchPage: (cursor: string | null) => Promise<Page<Row> & Rest>,
  count: number,
): Promise<Pages<Row, Rest>> {
  let pages: Pages<Row, Rest> = { ...(await fetchPage(null)), pageCount: 1 };
  while (pages.pageCount < count && pages.nextCursor) pages = append(pages, await fetchPage(pages.nextCursor));
  return pages;
}

function append<Row extends Identified, Rest>(pages: Pages<Row, Rest>, page: Page<Row> & Rest): Pages<Row, Rest> {
  // New rows above have pushed rows of the page before into this one.
  const known = new Set(pages.rows.map(({ _id }) => _id));
  const added = page.rows.filter(({ _id }) => !known.has(_id));
  return { ...page, rows: [...pages.rows, ...added], pageCount: pages.pageCount + 1 };
}

type PagesOptions<Row, Rest> = Pick<QueryOptions<Pages<Row, Rest>>, "key" | "everyMs" | "isLoadedAnew"> & {
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<Page<Row> & Rest>;
  /** The list to show after a poll: by default as it is now. */
  merge?: (next: Pages<Row, Rest>, before: Pages<Row, Rest>) => Pages<Row, Rest>;
};

/** A list that is loaded page by page. A refresh fetches as many pages as are shown, so that it removes none. */
export function usePages<Row extends Identified, Rest>({
  key,
  everyMs,
  isLoadedAnew = false,
  fetchPage,
  merge = (next) => next,
}: PagesOptions<Row, Rest>): Query<Pages<Row, Rest>> & {
  options: QueryOptions<Pages<Row, Rest>>;
  hasMore: boolean;
  loadMore: () => void;
  /** Shows the list as it is now, without merging. */
  reload: () => void;
} {
  type Loaded = Pages<Row, Rest>;
  const fetchShown = (signal: AbortSignal, before: Loaded | null) =>
    loadPages((cursor) => fetchPage(cursor, signal), before?.pageCount ?? 1);
  const options: QueryOptions<Loaded> = {
    key,
    everyMs,
    isLoadedAnew,
    async fetch(signal, before) {
      const next = await fetchShown(signal, before);
      return before === null ? next : merge(next, before);
    },
  };
  const query = useQuery(options);
  const { value, isLoading } = query;
  const nextCursor = value?.nextCursor ?? null;
  return {
    ...query,
    options,
    hasMore: nextCursor !== null,
    loadMore() {
      if (value === null || nextCursor === null || isLoading) return;
      void loadQuery(options, async (signal) => append(value, await fetchPage(nextCursor, signal)));
    },
    reload: () => void loadQuery(options, fetchShown),
  };
}
