import { useCallback, useEffect, useRef, useState } from "react";
import { useDeskBeat } from "./desk-beat.ts";

export type DeskPage<Row> = { rows: readonly Row[]; nextCursor: string | null };

export type DeskList<Row> = {
  /** Null until the first page is here. */
  rows: readonly Row[] | null;
  hasMore: boolean;
  isLoading: boolean;
  /** Why the last load failed; the rows of the one before stay. */
  error: unknown;
  loadMore: () => void;
  reload: () => void;
  /** Puts a row as an act has left it in the place of its older self. */
  put: (row: Row) => void;
  /** Takes a row away that an act has moved elsewhere. */
  drop: (id: string) => void;
};

type State<Row> = { rows: readonly Row[] | null; nextCursor: string | null; isLoading: boolean; error: unknown };

const NOTHING = { rows: null, nextCursor: null, isLoading: true, error: null } as const;

/**
 * A list of the desk, page by page, which keeps itself up to date.
 * @param load gives the page at a cursor (null: the first); another function is another list and starts anew, so keep it
 *             with `useCallback`
 */
export function useDeskList<Row extends { _id: string }>(
  load: (cursor: string | null) => Promise<DeskPage<Row>>,
): DeskList<Row> {
  const [state, setState] = useState<State<Row>>(NOTHING);
  const [shownLoad, setShownLoad] = useState(() => load);
  // Before anything renders: the rows of another list must not be taken for this one's.
  if (shownLoad !== load) {
    setShownLoad(() => load);
    setState(NOTHING);
  }
  const pages = useRef(1);
  /** Counts loads and changes: an answer that another has overtaken is out of date. */
  const turn = useRef(0);

  const run = useCallback(async (ask: () => Promise<Omit<State<Row>, "isLoading" | "error">>) => {
    turn.current += 1;
    const mine = turn.current;
    try {
      const next = await ask();
      if (turn.current === mine) setState({ ...next, isLoading: false, error: null });
    } catch (error) {
      if (turn.current === mine) setState((before) => ({ ...before, isLoading: false, error }));
    }
  }, []);

  /** Quietly: what is on the screen stays until the answer is here. */
  const refresh = useCallback(() => run(() => loadPages(load, pages.current)), [run, load]);

  useEffect(() => {
    pages.current = 1;
    void refresh();
  }, [refresh]);
  useDeskBeat(refresh);

  const sayLoading = () => setState((before) => ({ ...before, isLoading: true }));

  function loadMore(): void {
    const { rows, nextCursor } = state;
    if (rows === null || nextCursor === null || state.isLoading) return;
    sayLoading();
    void run(async () => {
      const page = await load(nextCursor);
      pages.current += 1;
      return { rows: [...rows, ...page.rows], nextCursor: page.nextCursor };
    });
  }

  function change(edit: (rows: readonly Row[]) => readonly Row[]): void {
    // A load under way has asked before this change.
    turn.current += 1;
    setState((before) => ({ ...before, isLoading: false, rows: before.rows && edit(before.rows) }));
  }

  return {
    ...state,
    hasMore: state.nextCursor !== null,
    loadMore,
    reload() {
      sayLoading();
      void refresh();
    },
    put: (row) => change((rows) => rows.map((old) => (old._id === row._id ? row : old))),
    drop: (id) => change((rows) => rows.filter(({ _id }) => _id !== id)),
  };
}

/** As many pages as are on the screen, so that a refresh takes nothing away. */
async function loadPages<Row>(load: (cursor: string | null) => Promise<DeskPage<Row>>, count: number) {
  const rows: Row[] = [];
  let nextCursor: string | null = null;
  for (let page = 0; page < count; page++) {
    const next: DeskPage<Row> = await load(nextCursor);
    rows.push(...next.rows);
    nextCursor = next.nextCursor;
    if (nextCursor === null) break;
  }
  return { rows, nextCursor };
}
