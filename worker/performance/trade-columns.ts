import { offsetOfQuarters, quarterOf } from "../contract/trade-calendar.ts";

/**
 * Closed trades in columns, as figures of a million are counted: a trade has the same place in each, and costs no object. Sizes compare with those of their
 * symbol alone; results are whole units of the account.
 */
export type TradeColumns = {
  /** The places of the trades in the order of closing. */
  order: Uint32Array;
  symbols: readonly string[];
  /** Places in `symbols`. */
  symbol: Uint32Array;
  isBuy: Uint8Array;
  id: Float64Array;
  closedAtMs: Float64Array;
  /** How long each was held; NaN where it is not known. */
  heldMs: Float64Array;
  size: Float64Array;
  resultUnits: Float64Array;
  /** In thousandths of the risk; NaN without a known stop. */
  milliR: Float64Array;
};

/** Columns for so many trades, all zero. */
export function emptyColumns(count: number): TradeColumns & { symbols: string[] } {
  const numbers = () => new Float64Array(count);
  return {
    ...{ order: new Uint32Array(count), symbols: [], symbol: new Uint32Array(count), isBuy: new Uint8Array(count) },
    ...{ id: numbers(), closedAtMs: numbers(), heldMs: numbers(), size: numbers(), resultUnits: numbers() },
    milliR: numbers(),
  };
}

/** The same columns with those trades alone for whose places `keeps` is true. */
export function narrowed(columns: TradeColumns, keeps: (place: number) => boolean): TradeColumns {
  return { ...columns, order: columns.order.filter(keeps) };
}

/** The offsets of a zone over the times of some trades, for one pass through them. */
export function offsetsOf({ order, closedAtMs }: TradeColumns, timeZone: string): (quarter: number) => number {
  const quarterAt = (place = 0) => ({ quarter: quarterOf(closedAtMs[place] ?? 0) });
  return offsetOfQuarters([quarterAt(order[0]), quarterAt(order.at(-1))], timeZone);
}
