/**
 * Which part of the candles a chart shows: from and to are rows, whole or between two, and reach past the last row by the
 * free steps at the right. Pure rules; what is shown is always within {@link clampWindow}'s bounds.
 */
export type ChartWindow = { from: number; to: number };

/** Free steps between the last candle and the axis. */
const FREE_STEPS = 5;
/** Closer than this shows nothing more; farther, a candle is less than a pixel on most screens. */
const ROWS_MIN = 10;
const ROWS_MAX = 5_000;
/** So many steps may stay empty at the left, before older candles have come; never more than half of what is shown. */
const EMPTY_LEFT = 20;

/** The newest candles, as many as fit. @param rowsShown how many steps the width holds */
export function newestWindow(rowCount: number, rowsShown: number): ChartWindow {
  const to = rowCount - 1 + FREE_STEPS;
  return { from: to - rowsShown, to };
}

/** Moves by rows: above 0 towards newer candles. */
export function panWindow(window: ChartWindow, rows: number, rowCount: number): ChartWindow {
  return clampWindow({ from: window.from + rows, to: window.to + rows }, rowCount);
}

/**
 * Shows fewer or more rows around a place that stays where it is.
 * @param factor below 1 comes closer
 * @param anchor the row that keeps its place on the screen
 */
export function zoomWindow(window: ChartWindow, factor: number, anchor: number, rowCount: number): ChartWindow {
  const size = window.to - window.from;
  const wanted = Math.min(Math.max(size * factor, ROWS_MIN), ROWS_MAX);
  const share = (anchor - window.from) / size;
  const from = anchor - wanted * share;
  return clampWindow({ from, to: from + wanted }, rowCount);
}

/** The window after rows were added in front: what is seen stays. */
export function shiftWindow({ from, to }: ChartWindow, added: number): ChartWindow {
  return { from: from + added, to: to + added };
}

/** Whether the newest candle is in sight, so that the window follows the next one. */
export function isFollowing(window: ChartWindow, rowCount: number): boolean {
  return window.to >= rowCount - 1;
}

/** Whether older candles will soon be seen: within one width of the first. */
export function wantsOlder(window: ChartWindow): boolean {
  return window.from < window.to - window.from;
}

/** The nearest window of the same size that shows candles: always some at its left or right edge. */
export function clampWindow({ from, to }: ChartWindow, rowCount: number): ChartWindow {
  const size = to - from;
  const fromMax = rowCount - 1 + Math.max(FREE_STEPS, size / 2) - size;
  const start = Math.max(Math.min(from, fromMax), Math.min(-Math.min(EMPTY_LEFT, size / 2), fromMax));
  return { from: start, to: start + size };
}
