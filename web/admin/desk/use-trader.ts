import { useEffect, useState } from "react";
import type { Found } from "./desk-calls.ts";
import type { TraderContext } from "./desk-types.ts";

/** `failed` when they could not be asked for. */
export type ShownTrader = TraderContext | "failed" | null;

/**
 * The trader behind the open item, asked for anew with each item and each decision about it.
 * @param find gives the item and its trader; keep it
 * @returns null until the answer is here
 */
export function useTrader<Row extends { _id: string; version: number }>(
  item: Row | null,
  find: (id: string) => Promise<Found<Row> | null>,
): ShownTrader {
  const [state, setState] = useState<{ of: string; trader: TraderContext | "failed" } | null>(null);
  const id = item?._id;
  const of = item && `${item._id} ${item.version}`;

  useEffect(() => {
    if (id === undefined || of === null) return;
    let isWanted = true;
    const show = (trader: TraderContext | "failed") => isWanted && setState({ of, trader });
    find(id).then(
      (found) => show(found?.trader ?? "failed"),
      () => show("failed"),
    );
    return () => {
      isWanted = false;
    };
  }, [id, of, find]);

  return state?.of === of ? state.trader : null;
}
