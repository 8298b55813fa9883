import { useEffect, useLayoutEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { useMedia } from "../../ui/use-media.ts";
import { focusItem } from "../core/item-head.tsx";
import { useWhenBack } from "../core/when-back.ts";
import type { AdminList } from "./use-admin-list.ts";

/** From this width the queue and the open item are side by side. */
const SIDE_BY_SIDE = "@media (min-width: 1024px)";

export const ITEM = "item";

/** Address of a list with one item open. @param list path, possibly with filters */
export function itemPath(list: string, id: string): string {
  return `${list}${list.includes("?") ? "&" : "?"}${ITEM}=${id}`;
}

/** The open item, its position in its list, and moving from it. */
export type OpenItem<Row extends { _id: string }> = ReturnType<typeof useOpenItem<Row>>;

/** The next page is loaded this many rows before the last one. */
const ROWS_AHEAD = 5;

/**
 * The open item of a list. Its id is in the address, so that a reload, a link and the browser's Back work, and so that
 * the item stays open while the list changes. Where there is room, the first one opens by itself.
 * @param find returns an item by its id, whether or not it is in the list; null when there is none
 */
export function useOpenItem<Row extends { _id: string }>(
  list: AdminList<Row>,
  find: (id: string, signal: AbortSignal) => Promise<Row | null>,
) {
  const { id, show } = useItemAddress();
  const isSideBySide = useMedia(SIDE_BY_SIDE);
  const { rows } = list;
  const place = rows?.findIndex((row) => row._id === id) ?? -1;
  // A removed row that is only kept in place is stale: it is fetched.
  const listed = id !== null && list.isGone(id) ? null : (rows?.[place] ?? null);
  const [unlisted, setUnlisted] = useUnlisted(rows !== null && !listed ? id : null, find);
  const item = listed ?? (unlisted?._id === id ? unlisted : null);
  const firstId = rows?.[0]?._id ?? null;

  // As a layout effect: later, a change of the address in between would be reverted.
  useLayoutEffect(() => {
    if (id === null && isSideBySide && firstId !== null) show(firstId, { replace: true });
  });

  useEffect(() => {
    if (rows && list.hasMore && !list.isLoading && place >= rows.length - ROWS_AHEAD) list.loadMore();
  });

  return {
    item,
    /** From 0; -1 for one that is not in the list. */
    place,
    count: rows?.length ?? 0,
    hasMore: list.hasMore,
    /** Opens a row. @param isByKey opened by Enter: the focus moves to the item, as it does where the item covers the list */
    openRow(next: string, isByKey: boolean) {
      show(next, { replace: isSideBySide });
      if (isByKey || !isSideBySide) focusItem();
    },
    close: () => show(null, { replace: true }),
    /** @param step 1 for the next, -1 for the one before */
    move(step: 1 | -1) {
      const target = rows?.[place === -1 ? 0 : place + step];
      if (target) show(target._id, { replace: true });
    },
    /** After an action: opens the next item, else the one before, else none. */
    moveOn() {
      const target = place === -1 ? rows?.[0] : (rows?.[place + 1] ?? rows?.[place - 1]);
      show(target?._id ?? null, { replace: true });
    },
    /** Refetches an item, and shows its current state. */
    async look(wantedId: string) {
      // Nothing aborts it: its answer is for the list too.
      const { signal } = new AbortController();
      const found = await find(wantedId, signal).catch(() => null);
      if (!found) return;
      setUnlisted(found);
      list.put(found);
    },
  };
}

/** The open item's id in the address, and opening another or none. */
function useItemAddress() {
  const [params, setParams] = useSearchParams();
  return {
    id: params.get(ITEM),
    show(next: string | null, options: { replace: boolean }): void {
      setParams((before) => {
        const after = new URLSearchParams(before);
        if (next === null) after.delete(ITEM);
        else after.set(ITEM, next);
        return after;
      }, options);
    },
  };
}

/**
 * An open item that is not in the list: another admin has decided it, or a link opened it.
 * @param id the item to fetch; null for none, which keeps the last one
 */
function useUnlisted<Row>(id: string | null, find: (id: string, signal: AbortSignal) => Promise<Row | null>) {
  const [unlisted, setUnlisted] = useState<Row | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useWhenBack(hasFailed, () => setTries(tries + 1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try looks again
  useEffect(() => {
    if (id === null) return;
    const control = new AbortController();
    setHasFailed(false);
    // An item that cannot be found is not opened; a lost network has its own banner.
    const look = find(id, control.signal).then(
      (found) => !control.signal.aborted && setUnlisted(found),
      () => !control.signal.aborted && setHasFailed(true),
    );
    void look;
    return () => control.abort();
  }, [id, find, tries]);
  return [unlisted, setUnlisted] as const;
}
