import { useRef } from "react";
import { type Pages, usePages } from "../../state/pages.ts";
import { peekQuery, setQueryValue } from "../../state/query.ts";
import { ADMIN_POLL_MS, adminKey } from "../core/admin-polling.ts";
import type { ListRows } from "../core/call-parts.ts";
import { type Merged, mergeRows } from "./merge-rows.ts";

/** The rows of an admin list and the actions on it. */
export type AdminList<Row> = {
  /** Null until the first page has loaded. */
  rows: readonly Row[] | null;
  /** When the rows arrived, epoch ms. */
  atMs: number;
  /** Number of new rows that are not shown yet, as they would move others: {@link AdminList.reload} shows them. */
  newCount: number;
  /** Whether a removed row is still shown only because the pointer is over the list. */
  isGone: (id: string) => boolean;
  hasMore: boolean;
  /** Whether somebody waits for rows: the first ones, more of them, or after a reload. */
  isLoading: boolean;
  /** Error of the last load; the rows of the load before stay. */
  error: unknown;
  loadMore: () => void;
  reload: () => void;
  put: (row: Row) => void;
  /** Removes a row that an action has moved to another list. */
  drop: (id: string) => void;
  /** While the pointer is over the rows, none of them disappears on a refresh. */
  hold: (hold: { isOver: boolean }) => void;
};

type Marks<Row> = Omit<Merged<Row>, "rows">;
type Shown<Row> = Pages<Row, Marks<Row>>;

const UNCHANGED = { goneIds: new Set<string>(), newCount: 0 } as const;

type AdminListOptions<Row> = {
  /** Identifies the list, in a query key of the admin screens: another one is another list and starts over. */
  key: readonly unknown[];
  /** Returns the page at a cursor; null is the first. */
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<ListRows<Row>>;
  /** A list that is read and not chosen from: a refresh replaces it as a whole. */
  isLog?: boolean;
};

/** An admin list, page by page, which refreshes itself without moving the shown rows: `mergeRows`. */
export function useAdminList<Row extends { _id: string }>(list: AdminListOptions<Row>): AdminList<Row> {
  const { key, fetchPage, isLog = false } = list;
  const isHeld = useRef(false);
  const { value, atMs, error, isLoading, hasMore, loadMore, reload, options } = usePages<Row, Marks<Row>>({
    key: adminKey("list", ...key),
    everyMs: ADMIN_POLL_MS,
    isLoadedAnew: true,
    fetchPage: async (cursor, signal) => ({ ...(await fetchPage(cursor, signal)), ...UNCHANGED }),
    merge(next, before): Shown<Row> {
      if (isLog) return next;
      const { rows, goneIds, newCount } = mergeRows(before.rows, next.rows, { hasMore: next.nextCursor !== null });
      const merged: Shown<Row> = { ...next, rows, goneIds, newCount };
      return isHeld.current ? merged : withoutGone(merged);
    },
  });

  /** A request in flight was sent before this change, so its answer is ignored. */
  function change(edit: (shown: Shown<Row>) => Shown<Row>): void {
    const shown = peekQuery(options).value;
    if (shown) setQueryValue(options, edit(shown));
  }

  function changeRows(edit: (rows: readonly Row[]) => readonly Row[]): void {
    change((shown) => ({ ...shown, rows: edit(shown.rows) }));
  }

  return {
    rows: value?.rows ?? null,
    atMs,
    newCount: value?.newCount ?? 0,
    isGone: (id) => value?.goneIds.has(id) ?? false,
    hasMore,
    isLoading,
    error,
    loadMore,
    reload,
    put: (row) => changeRows((rows) => rows.map((old) => (old._id === row._id ? row : old))),
    drop: (id) => changeRows((rows) => rows.filter(({ _id }) => _id !== id)),
    hold({ isOver }) {
      isHeld.current = isOver;
      if (!isOver && value && value.goneIds.size > 0) change(withoutGone);
    },
  };
}

function withoutGone<Row extends { _id: string }>(shown: Shown<Row>): Shown<Row> {
  return {
    ...shown,
    rows: shown.rows.filter(({ _id }) => !shown.goneIds.has(_id)),
    goneIds: UNCHANGED.goneIds,
  };
}
