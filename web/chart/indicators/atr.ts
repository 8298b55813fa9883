import { makeWilderAverage } from "./averages.ts";
import { type Bars, defineIndicator, numberAt, periodSetting } from "./indicator.ts";

/**
 * The true range of a row, as a difference of prices: from the lower of low and previous close to the higher of high and
 * previous close, so that it contains a gap. In row 0 it is high minus low.
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems, 1978, section III
 */
export function trueRange({ high, low, close }: Bars, row: number): number {
  if (row === 0) return numberAt(high, row) - numberAt(low, row);
  const before = numberAt(close, row - 1);
  return Math.max(numberAt(high, row), before) - Math.min(numberAt(low, row), before);
}

/**
 * ATR, the average true range, as a difference of prices: Wilder's average of the true range.
 * First value: row `period - 1`.
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems, 1978, section III
 */
export const atr = defineIndicator({
  pane: "own",
  settings: { period: periodSetting(14) },
  lines: { atr: "line" },
  start: ({ period }) => {
    const average = makeWilderAverage(period);
    return {
      lines: { atr: average },
      settledRow: () => average.settledRow,
      compute: (bars, row) => average.add(row, trueRange(bars, row)),
    };
  },
});
