import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { Trade } from "./trade-types.ts";

/** The rows of a table of trades, last closed first: all loaded, or a window of a list that is fetched on demand. */
export type TradeRows = {
  /** Incremented whenever rows arrive or the count changes. */
  readonly changed: ReadonlySignal<number>;
  /** The number of rows as far as known; null before anything is. */
  readonly count: number | null;
  /** The trade in a row; undefined while it is loading. */
  at(index: number): Trade | undefined;
  /** Reports the visible rows, which are then loaded; `to` is exclusive. */
  setVisible(from: number, to: number): void;
};

/**
 * The rows of a day or a week, which arrive in one response.
 * @param trades null while they load
 */
export function wholeRows(trades: readonly Trade[] | null): TradeRows {
  return {
    changed: signal(0),
    count: trades?.length ?? null,
    at: (index) => trades?.[index],
    setVisible: () => {},
  };
}
