import { useCallback, useEffect, useRef, useState } from "react";
import { useAdminPolling } from "../core/admin-polling.ts";
import type { ListRows } from "./list-rows.ts";
import { mergeRows } from "./merge-rows.ts";

/** The rows of an admin list and the actions on it. */
export type AdminList<Row> = {
  /** Null until the first page has loaded. */
  rows: readonly Row[] | null;
  /** Number of new rows that are not shown yet, as they would move others: {@link AdminList.reload} shows them. */
  newCount: number;
  /** Whether a removed row is still shown only because the pointer is over the list. */
  isGone: (id: string) => boolean;
  hasMore: boolean;
  isLoading: boolean;
  /** Error of the last load; the rows of the load before stay. */
  error: unknown;
  loadMore: () => void;
  reload: () => void;
  /** Replaces a row with its state after an action. */
  put: (row: Row) => void;
  /** Removes a row that an action has moved to another list. */
  drop: (id: string) => void;
  /** While the pointer is over the rows, none of them disappears on a refresh. */
  hold: (hold: { isOver: boolean }) => void;
};

type State<Row> = {
  rows: readonly Row[] | null;
  goneIds: ReadonlySet<string>;
  newCount: number;
  nextCursor: string | null;
  isLoading: boolean;
  error: unknown;
};

const UNCHANGED = { goneIds: new Set<string>(), newCount: 0 } as const;
const NOTHING = { rows: null, ...UNCHANGED, nextCursor: null, isLoading: true, error: null } as const;

/**
 * An admin list, page by page, which refreshes itself without moving the shown rows: `mergeRows`.
 * @param load returns the page at a cursor (null: the first); a new function is a new list and starts over, so memoize
 * it with `useCallback`
 * @param options.isLog a list that is read and not chosen from: a refresh replaces it as a whole
 */
export function useAdminList<Row extends { _id: string }>(
  load: (cursor: string | null) => Promise<ListRows<Row>>,
  { isLog = false }: { isLog?: boolean } = {},
): AdminList<Row> {
  const [state, setState] = useState<State<Row>>(NOTHING);
  const [shownLoad, setShownLoad] = useState(() => load);
  // During render, so that the rows of another list are never shown as this one's.
  if (shownLoad !== load) {
    setShownLoad(() => load);
    setState(NOTHING);
  }
  const pages = useRef(1);
  /** Counts loads and changes: a response is stale when a newer one has started. */
  const latestLoad = useRef(0);

  const isHeld = useRef(false);

  const run = useCallback(async (request: () => Promise<ListRows<Row>>, show: Show<Row> = replaceRows) => {
    latestLoad.current += 1;
    const thisLoad = latestLoad.current;
    try {
      const page = await request();
      if (latestLoad.current !== thisLoad) return;
      setState((before) => ({
        nextCursor: page.nextCursor,
        ...show(page, before.rows),
        isLoading: false,
        error: null,
      }));
    } catch (error) {
      if (latestLoad.current === thisLoad) setState((before) => ({ ...before, isLoading: false, error }));
    }
  }, []);

  /** Does not set the loading state: the shown rows stay until the response arrives. */
  const reload = useCallback(() => run(() => loadPages(load, pages.current)), [run, load]);

  useEffect(() => {
    pages.current = 1;
    void reload();
  }, [reload]);
  useAdminPolling(() => {
    if (isLog) return reload();
    return run(
      () => loadPages(load, pages.current),
      (page, shown) => mergeInPlace(page, shown, { isHeld: isHeld.current }),
    );
  });

  const setLoading = () => setState((before) => ({ ...before, isLoading: true }));

  function loadMore(): void {
    const { rows, nextCursor } = state;
    if (rows === null || nextCursor === null || state.isLoading) return;
    setLoading();
    void run(async () => {
      const page = await load(nextCursor);
      pages.current += 1;
      // New rows above have pushed rows of the page before into this one.
      const known = new Set(rows.map(({ _id }) => _id));
      return { rows: [...rows, ...page.rows.filter(({ _id }) => !known.has(_id))], nextCursor: page.nextCursor };
    });
  }

  function change(edit: (rows: readonly Row[]) => readonly Row[]): void {
    // A load in flight was requested before this change.
    latestLoad.current += 1;
    setState((before) => ({ ...before, isLoading: false, rows: before.rows && edit(before.rows) }));
  }

  return {
    ...state,
    hasMore: state.nextCursor !== null,
    loadMore,
    reload() {
      setLoading();
      void reload();
    },
    isGone: (id) => state.goneIds.has(id),
    hold({ isOver }) {
      isHeld.current = isOver;
      if (!isOver) setState(withoutGone);
    },
    put: (row) => change((rows) => rows.map((old) => (old._id === row._id ? row : old))),
    drop: (id) => change((rows) => rows.filter(({ _id }) => _id !== id)),
  };
}

type Shown<Row> = Pick<State<Row>, "rows" | "goneIds" | "newCount">;
/** Merges a loaded page into the shown rows. */
type Show<Row> = (page: ListRows<Row>, shown: readonly Row[] | null) => Shown<Row>;

function replaceRows<Row>({ rows }: ListRows<Row>): Shown<Row> {
  return { rows, ...UNCHANGED };
}

function mergeInPlace<Row extends { _id: string }>(
  page: ListRows<Row>,
  shown: readonly Row[] | null,
  { isHeld }: { isHeld: boolean },
): Shown<Row> {
  if (shown === null) return replaceRows(page);
  const merged = mergeRows(shown, page.rows, { hasMore: page.nextCursor !== null });
  return isHeld ? merged : withoutGone(merged);
}

function withoutGone<Row extends { _id: string }, List extends Shown<Row>>(list: List): List {
  if (list.goneIds.size === 0) return list;
  const rows = list.rows?.filter(({ _id }) => !list.goneIds.has(_id)) ?? null;
  return { ...list, rows, goneIds: UNCHANGED.goneIds };
}

/** Loads as many pages as are shown, so that a refresh removes none. */
async function loadPages<Row>(load: (cursor: string | null) => Promise<ListRows<Row>>, count: number) {
  const rows: Row[] = [];
  let nextCursor: string | null = null;
  for (let page = 0; page < count; page++) {
    const next: ListRows<Row> = await load(nextCursor);
    rows.push(...next.rows);
    nextCursor = next.nextCursor;
    if (nextCursor === null) break;
  }
  return { rows, nextCursor };
}
