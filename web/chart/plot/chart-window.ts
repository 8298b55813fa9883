/**
 * The visible part of the candles: `from` and `to` are rows, possibly fractional, and `to` may pass the last row by the
 * free steps at the right. Pure rules; every window shown is within the bounds of {@link clampWindow}.
 */
export type ChartWindow = { from: number; to: number };

/** The initial width of a candle with its gap, CSS px, and the fewest that are shown. */
const ROW_PX = 6.7;
const ROWS_SHOWN_MIN = 20;
/** Free steps between the last candle and the price axis. */
const FREE_STEPS = 5;
/** Zooming in further shows nothing more; zooming out further makes a candle narrower than a pixel on most screens. */
const ROWS_MIN = 10;
const ROWS_MAX = 5_000;
/** The number of steps that may be empty at the left before older candles arrive; at most half of the window. */
const EMPTY_LEFT = 20;

/** The number of steps that fit into a width at first. */
export function rowsThatFit(widthPx: number): number {
  return Math.max(ROWS_SHOWN_MIN, widthPx / ROW_PX);
}

/**
 * The window of the newest candles.
 * @param rowsShown the number of steps that fit into the width
 */
export function newestWindow(rowCount: number, rowsShown: number): ChartWindow {
  const to = rowCount - 1 + FREE_STEPS;
  return { from: to - rowsShown, to };
}

/** Moves the window by rows; above 0 towards newer candles. */
export function panWindow(window: ChartWindow, rows: number, rowCount: number): ChartWindow {
  return clampWindow({ from: window.from + rows, to: window.to + rows }, rowCount);
}

/**
 * Shows fewer or more rows around a fixed row.
 * @param factor below 1 zooms in
 * @param anchor the row that keeps its position on the screen
 */
export function zoomWindow(window: ChartWindow, factor: number, anchor: number, rowCount: number): ChartWindow {
  const size = window.to - window.from;
  // Further out, most of the plot would be empty; older candles make room for more.
  const rowsMax = Math.min(ROWS_MAX, Math.max(size, rowCount + FREE_STEPS + EMPTY_LEFT));
  const rows = Math.min(Math.max(size * factor, ROWS_MIN), rowsMax);
  const share = (anchor - window.from) / size;
  const from = anchor - rows * share;
  return clampWindow({ from, to: from + rows }, rowCount);
}

/** Shifts the window after rows were added at the front, so that the same candles stay visible. */
export function shiftWindow({ from, to }: ChartWindow, added: number): ChartWindow {
  return { from: from + added, to: to + added };
}

/** Whether the newest candle is visible, so that the window follows the next one. */
export function isFollowing(window: ChartWindow, rowCount: number): boolean {
  return window.to >= rowCount - 1;
}

/** Whether a row is at least partly visible. */
export function hasRow({ from, to }: ChartWindow, row: number): boolean {
  return row >= Math.floor(from) && row <= Math.ceil(to);
}

/**
 * Whether older candles should be loaded: the first is within one window width.
 * @param leadRows the number of candles that are needed before the first visible one
 */
export function wantsOlder(window: ChartWindow, leadRows = 0): boolean {
  return window.from < window.to - window.from + leadRows;
}

/** Whether the first visible candle has fewer candles before it than are needed. */
export function lacksLead(window: ChartWindow, leadRows: number): boolean {
  return Math.max(0, Math.floor(window.from)) < leadRows;
}

/** The nearest window of the same size that shows candles: some are always visible at its left or right edge. */
export function clampWindow({ from, to }: ChartWindow, rowCount: number): ChartWindow {
  const size = to - from;
  const fromMax = rowCount - 1 + Math.max(FREE_STEPS, size / 2) - size;
  const start = Math.max(Math.min(from, fromMax), Math.min(-Math.min(EMPTY_LEFT, size / 2), fromMax));
  return { from: start, to: start + size };
}
