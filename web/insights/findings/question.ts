import type { StudiedTrade } from "./studied-trade.ts";

/**
 * All trades of an account in the order of their closing, with what the questions ask about them that does not depend on results. Arrays have a value for each
 * trade; -1 in `before` and NaN in times say that it is not known.
 */
export type Trades = {
  count: number;
  trades: readonly StudiedTrade[];
  openedAtMs: Float64Array;
  closedAtMs: Float64Array;
  /** The trade that was the last to close before one was opened. */
  before: Int32Array;
  /** How many trades of its local day were opened before it. */
  placeInDay: Int32Array;
  /** Of the opening, on the account's clock. */
  weekday: Int8Array;
  minute: Int16Array;
  day: Int32Array;
  /** Its size by the median size of its symbol. */
  sizeByMedian: Float64Array;
  /** Its holding time by the median holding time. */
  holdingByMedian: Float64Array;
  /** Symbols, the most traded first. */
  symbols: readonly string[];
  /** Setups, the most traded first. */
  setups: readonly string[];
};

/**
 * A question: do the trades of a group differ from the others? `mark` writes 1 for each trade of the group, 0 for each other, and leaves 2 at those of which it is
 * not known.
 *
 * A question about what went before (`isOfPath`) gets the outcomes in an order that may be a permutation of the real one, and marks by these: its groups depend on
 * outcomes, so a permutation has groups of its own.
 */
export type Question = {
  id: string;
  isOfPath: boolean;
  mark: (groups: Uint8Array, trades: Trades, outcomes: Float64Array) => void;
};

export const OTHERS = 0;
export const GROUP = 1;
export const UNKNOWN = 2;
