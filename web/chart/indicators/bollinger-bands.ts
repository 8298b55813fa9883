import { windowMean } from "./averages.ts";
import { Column, defineIndicator, periodSetting } from "./indicator.ts";

/**
 * Bollinger bands, as prices: the SMA of the closes, and `deviations` standard deviations of the same closes above and
 * below it. The standard deviation is that of the population (it divides by `period`), as Bollinger defines it.
 * First value: row `period - 1`.
 * Source: John Bollinger, Bollinger on Bollinger Bands, 2001; https://www.bollingerbands.com/bollinger-band-rules
 */
export const bollingerBands = defineIndicator({
  pane: "price",
  settings: { period: periodSetting(20), deviations: { standard: 2, min: 0.1, max: 10, decimals: 1 } },
  lines: { upper: "line", middle: "line", lower: "line" },
  start: ({ period, deviations }) => {
    const [upper, middle, lower] = [new Column(), new Column(), new Column()];
    return {
      lines: { upper, middle, lower },
      compute: ({ close }, row) => {
        const mean = windowMean(close, row, period);
        // Squares of the distances: the mean of the squares minus the square of the mean would lose most digits.
        let squares = 0;
        for (let i = Math.max(0, row - period + 1); i <= row; i += 1) squares += ((close[i] ?? Number.NaN) - mean) ** 2;
        const distance = deviations * Math.sqrt(squares / period);
        upper.set(row, mean + distance);
        middle.set(row, mean);
        lower.set(row, mean - distance);
      },
    };
  },
});
