import { type Candle, foldPrice } from "../../../worker/contract/candles.ts";

/**
 * The candles of a chart in columnar form, because drawing code reads one field of many candles. The row index is the x
 * coordinate, so weekends and nights without trading take no room.
 */
export type CandleColumns = {
  startMs: number[];
  open: number[];
  high: number[];
  low: number[];
  close: number[];
  volume: number[];
};

/** Returns columns without any candle. */
export function emptyColumns(): CandleColumns {
  return { startMs: [], open: [], high: [], low: [], close: [], volume: [] };
}

/** Converts candles to columns. */
export function columnsOf(candles: readonly Candle[]): CandleColumns {
  const columns = emptyColumns();
  for (const candle of candles) writeRow(columns, columns.startMs.length, candle);
  return columns;
}

/** Returns the candle in a row, or null where there is none. */
export function candleAt(columns: CandleColumns, row: number): Candle | null {
  const { startMs, open, high, low, close, volume } = columns;
  const fields = [startMs[row], open[row], high[row], low[row], close[row], volume[row]];
  // All columns have the same length: if one field exists, all do.
  return fields[0] === undefined ? null : (fields as unknown as Candle);
}

/**
 * Inserts older candles at the front; candles at or after the current first are ignored.
 * @returns the number of added rows: the former row 0 now has this index
 */
export function prependOlder(columns: CandleColumns, older: readonly Candle[]): number {
  const first = columns.startMs[0] ?? Number.POSITIVE_INFINITY;
  const added = columnsOf(older.filter(([startMs]) => startMs < first));
  for (const name of COLUMN_NAMES) columns[name].unshift(...added[name]);
  return added.startMs.length;
}

/** Returns the newest candles, as columns of their own. @param count at most so many */
export function newestRows(columns: CandleColumns, count: number): CandleColumns {
  const newest = emptyColumns();
  for (const name of COLUMN_NAMES) newest[name] = columns[name].slice(-count);
  return newest;
}

/**
 * Merges the newest candles: existing ones are corrected, missing and later ones are added.
 * @returns the first row that differs from before; the number of rows where none does
 */
export function mergeNewer(columns: CandleColumns, newer: readonly Candle[]): number {
  let changedFrom = Number.POSITIVE_INFINITY;
  for (const candle of newer) {
    const last = columns.startMs.length - 1;
    let row = last + 1;
    while (row > 0 && (columns.startMs[row - 1] ?? 0) >= candle[0]) row -= 1;
    if (row <= last && columns.startMs[row] !== candle[0]) insertRow(columns, row, candle);
    else if (COLUMN_NAMES.every((name, i) => columns[name][row] === candle[i])) continue;
    else writeRow(columns, row, candle);
    changedFrom = Math.min(changedFrom, row);
  }
  return Math.min(changedFrom, columns.startMs.length);
}

/**
 * Applies one price to the last candle, or starts the next candle with it. A price older than the last candle is
 * ignored.
 */
export function foldLive(columns: CandleColumns, price: { price: number; atMs: number }, sizeMs: number): void {
  const last = columns.startMs.length - 1;
  const newest = candleAt(columns, last);
  if (!newest || price.atMs < newest[0]) return;
  const isSame = price.atMs < newest[0] + sizeMs;
  writeRow(columns, isSame ? last : last + 1, foldPrice(isSame ? newest : null, price, sizeMs));
}

const COLUMN_NAMES = ["startMs", "open", "high", "low", "close", "volume"] as const satisfies (keyof CandleColumns)[];

function writeRow(columns: CandleColumns, row: number, candle: Candle): void {
  for (const [i, name] of COLUMN_NAMES.entries()) columns[name][row] = candle[i] ?? 0;
}

function insertRow(columns: CandleColumns, row: number, candle: Candle): void {
  for (const [i, name] of COLUMN_NAMES.entries()) columns[name].splice(row, 0, candle[i] ?? 0);
}
