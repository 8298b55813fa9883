import { windowMean } from "./averages.ts";
import { type Bars, Column, defineIndicator, numberAt, periodSetting } from "./indicator.ts";

/** The place of the close in the range of the last `period` candles, 0 to 100; see {@link stochastic}. */
function placeInRange({ high, low, close }: Bars, row: number, period: number): number {
  if (row < period - 1) return Number.NaN;
  let highest = Number.NEGATIVE_INFINITY;
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = row - period + 1; i <= row; i += 1) {
    highest = Math.max(highest, high[i] ?? highest);
    lowest = Math.min(lowest, low[i] ?? lowest);
  }
  return highest === lowest ? 50 : ((numberAt(close, row) - lowest) / (highest - lowest)) * 100;
}

/**
 * The stochastic oscillator, 0 to 100: where the close lies between the lowest low and the highest high of the last
 * `period` candles. %K is the mean of the last `smoothing` of these values (1: the fast stochastic, 3: the slow one), %D
 * the mean of the last `signal` values of %K. Where highest and lowest are equal the definition divides zero by zero: the
 * value is 50, the middle.
 * First value: of %K row `period + smoothing - 2`, of %D `signal - 1` rows later.
 * Source: George C. Lane, Lane's Stochastics, Technical Analysis of Stocks & Commodities 2:3, 1984
 */
export const stochastic = defineIndicator({
  pane: "own",
  settings: { period: periodSetting(14), smoothing: periodSetting(3, 100), signal: periodSetting(3, 100) },
  lines: { k: "line", d: "line" },
  scale: [0, 100],
  levels: [20, 80],
  start: ({ period, smoothing, signal }) => {
    const [place, k, d] = [new Column(), new Column(), new Column()];
    return {
      lines: { k, d },
      compute: (bars, row) => {
        place.set(row, placeInRange(bars, row, period));
        k.set(row, windowMean(place.values, row, smoothing));
        d.set(row, windowMean(k.values, row, signal));
      },
    };
  },
});
