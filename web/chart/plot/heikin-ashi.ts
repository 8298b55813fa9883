import { type CandleColumns, emptyColumns } from "./candle-columns.ts";

/**
 * The first row that does not depend on which candle is the first one: there, the first body has a millionth of the weight in
 * the open, as each row halves it.
 */
export const HEIKIN_ASHI_SETTLED_ROW = 20;

/**
 * The Heikin-Ashi candles of a chart. Each depends on the one before it, so that rows from a changed one on are computed
 * again, and the newest alone after a price.
 *
 * close = (O + H + L + C) / 4; open = the middle of the previous Heikin-Ashi body, of the first candle the middle of its
 * own; high and low contain both.
 *
 * Source: D. Valcu, "Using the Heikin-Ashi Technique", Technical Analysis of Stocks & Commodities 22:2 (2004)
 */
export class HeikinAshi {
  readonly #own = emptyColumns();
  /** The first row that is to be computed again. */
  #from = 0;

  /** Notes the first row that has changed; the newest one, which prices change, is computed in each call. */
  changedFrom(row: number): void {
    this.#from = Math.min(this.#from, row);
  }

  /** Those of some candles; the same object in each call, with what has changed since the last one. */
  of(candles: CandleColumns): CandleColumns {
    const own = this.#own;
    const rowCount = candles.startMs.length;
    for (const name of ["startMs", "volume", "open", "high", "low", "close"] as const) own[name].length = rowCount;
    for (let row = Math.max(0, this.#from); row < rowCount; row++) {
      const [open = 0, high = 0, low = 0, close = 0] = [
        candles.open[row],
        candles.high[row],
        candles.low[row],
        candles.close[row],
      ];
      const before = row === 0 ? [open, close] : [own.open[row - 1], own.close[row - 1]];
      const ownOpen = ((before[0] ?? 0) + (before[1] ?? 0)) / 2;
      const ownClose = (open + high + low + close) / 4;
      own.startMs[row] = candles.startMs[row] ?? 0;
      own.volume[row] = candles.volume[row] ?? 0;
      own.open[row] = ownOpen;
      own.close[row] = ownClose;
      own.high[row] = Math.max(high, ownOpen, ownClose);
      own.low[row] = Math.min(low, ownOpen, ownClose);
    }
    this.#from = rowCount - 1;
    return own;
  }
}
