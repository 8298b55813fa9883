/**
 * How anchors, which are times and prices, stand on the plot, CSS px from its top left corner. Candles stand side by side
 * whatever time is between them, so a time between two candles stands in proportion between their places, and before the
 * first and after the last one time goes on by the size of a candle.
 */

/** A point of the plot, CSS px. */
export type Point = { x: number; y: number };

/** The candles as far as places are concerned: when each begins, epoch ms, rising, and how long one lasts. */
export type TimeRows = { startMs: readonly number[]; sizeMs: number };

/** The places of a chart. Rows may be fractions, also below 0 and above the last one. */
export type PlotScales = {
  leftOf: (row: number) => number;
  rowAt: (leftPx: number) => number;
  topOf: (price: number) => number;
  priceAt: (topPx: number) => number;
  widthPx: number;
  heightPx: number;
};

/** The way between anchors and places, and the size of the plot. */
export type Projection = {
  pointOf: (anchor: { time: number; price: number }) => Point;
  /** @returns whole milliseconds; the price is not rounded */
  anchorAt: (point: Point) => { time: number; price: number };
  rows: TimeRows;
  widthPx: number;
  heightPx: number;
  topOf: (price: number) => number;
};

/** The projection of what a chart shows at the moment. */
export function projectionOf(rows: TimeRows, scales: PlotScales): Projection {
  const { widthPx, heightPx, topOf } = scales;
  return {
    pointOf: ({ time, price }) => ({ x: scales.leftOf(rowOfTime(rows, time)), y: topOf(price) }),
    anchorAt: ({ x, y }) => ({ time: Math.round(timeOfRow(rows, scales.rowAt(x))), price: scales.priceAt(y) }),
    rows,
    widthPx,
    heightPx,
    topOf,
  };
}

/** The row of a time; fractions lie between candles. */
export function rowOfTime({ startMs, sizeMs }: TimeRows, time: number): number {
  const row = rowAtTime(startMs, time);
  const from = startMs[row] ?? startMs[0] ?? 0;
  if (row < 0) return (time - from) / sizeMs;
  const to = startMs[row + 1] ?? from + sizeMs;
  return row + (time - from) / (to - from);
}

/** The time of a row, epoch ms, of which {@link rowOfTime} gives the row again. */
export function timeOfRow({ startMs, sizeMs }: TimeRows, row: number): number {
  const last = startMs.length - 1;
  const before = Math.min(Math.max(Math.floor(row), 0), Math.max(last, 0));
  const from = startMs[before] ?? 0;
  const isBetween = row >= 0 && before < last;
  const to = isBetween ? (startMs[before + 1] ?? 0) : from + sizeMs;
  return from + (row - before) * (to - from);
}

/** The last row that begins at or before a time; -1 before the first. */
export function rowAtTime(startMs: readonly number[], atMs: number): number {
  let [from, to] = [0, startMs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((startMs[middle] ?? 0) <= atMs) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
