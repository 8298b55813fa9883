import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { Trade } from "./trade-types.ts";

/** Trades as a table shows them, the last closed first: all at hand, or a window of a list that is fetched as it is seen. */
export type TradeRows = {
  /** Rises whenever rows came or the count changed. */
  readonly changed: ReadonlySignal<number>;
  /** How many there are, as far as is known; null before anything is. */
  readonly count: number | null;
  /** Undefined while it is on its way. */
  at(index: number): Trade | undefined;
  /** Says which rows are in sight; `to` no longer. */
  want(from: number, to: number): void;
};

/** The trades of a day or a week, which come in one answer. @param trades null while they load */
export function wholeRows(trades: readonly Trade[] | null): TradeRows {
  return {
    changed: signal(0),
    count: trades?.length ?? null,
    at: (index) => trades?.[index],
    want: () => {},
  };
}
