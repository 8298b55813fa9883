import { useEffect, useLayoutEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { useMedia } from "../../ui/use-media.ts";
import { focusItem } from "../core/item-head.tsx";
import type { AdminList } from "./use-admin-list.ts";

/** From here on the queue and an open item stand side by side. */
const SIDE_BY_SIDE = "@media (min-width: 1024px)";

/** The open row's id, in the page's address. */
export const ITEM = "item";

/** The address of a list, whatever filters it has, with one item open. */
export function itemPath(list: string, id: string): string {
  return `${list}${list.includes("?") ? "&" : "?"}${ITEM}=${id}`;
}

/** Where in its list the open item stands, and the ways from it. */
export type OpenItem = Pick<ReturnType<typeof useOpenItem>, "place" | "count" | "hasMore" | "move">;

/** The next page is asked for this many rows before the last one. */
const ROWS_AHEAD = 5;

/**
 * Which row of a list is open. It stands in the address, so that a reload, a link and the browser's Back work, and so that
 * it stays the same while the list changes below it. Where there is room, the first one opens by itself.
 * @param find gives one by its id, wherever in the list it would be; null when there is none
 */
export function useOpenItem<Row extends { _id: string }>(
  list: AdminList<Row>,
  find: (id: string) => Promise<Row | null>,
) {
  const [params, setParams] = useSearchParams();
  const isSideBySide = useMedia(SIDE_BY_SIDE);
  /** One that is open and not, or no longer, in the list: a colleague decided, or a link led here. */
  const [apart, setApart] = useState<Row | null>(null);
  const { rows } = list;
  const id = params.get(ITEM);
  const place = rows?.findIndex((row) => row._id === id) ?? -1;
  // One that is only held in its place is not what it was: it is asked for.
  const listed = id !== null && list.isGone(id) ? null : (rows?.[place] ?? null);
  const item = listed ?? (apart?._id === id ? apart : null);
  const firstId = rows?.[0]?._id ?? null;
  const isMissing = id !== null && rows !== null && !listed;

  // With the rows and not after them: in between somebody could change the address, which this would then take back.
  useLayoutEffect(() => {
    if (id === null && isSideBySide && firstId !== null) show(firstId, { replace: true });
  });

  useEffect(() => {
    if (!isMissing || id === null) return;
    let isWanted = true;
    // What cannot be found is not open; a network that is away has its own banner.
    const look = find(id).then(
      (found) => isWanted && setApart(found),
      () => {},
    );
    void look;
    return () => {
      isWanted = false;
    };
  }, [isMissing, id, find]);

  useEffect(() => {
    if (rows && list.hasMore && !list.isLoading && place >= rows.length - ROWS_AHEAD) list.loadMore();
  });

  function show(next: string | null, options: { replace: boolean }): void {
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (next === null) after.delete(ITEM);
      else after.set(ITEM, next);
      return after;
    }, options);
  }

  return {
    item,
    /** From 0; -1 for one that is not in the list. */
    place,
    /** Rows of the list that are here, and whether there are more. */
    count: rows?.length ?? 0,
    hasMore: list.hasMore,
    /** Opens a row. @param isByKey it was chosen by Enter: the focus goes along, as it does where the item covers the list */
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
    /** After an act: opens what comes after the open one, else what comes before it, else nothing. */
    moveOn() {
      const target = place === -1 ? rows?.[0] : (rows?.[place + 1] ?? rows?.[place - 1]);
      show(target?._id ?? null, { replace: true });
    },
    /** Asks anew for one, and shows it as it now is. */
    async look(wanted: string) {
      const found = await find(wanted).catch(() => null);
      if (!found) return;
      setApart(found);
      list.put(found);
    },
  };
}
