import { Column, defineIndicator, periodSetting } from "./indicator.ts";

/**
 * WMA, the linearly weighted moving average of the last `period` closes, as a price: the newest close has the weight
 * `period`, the oldest 1.
 * First value: row `period - 1`.
 * Source: https://www.investopedia.com/terms/l/linearlyweightedmovingaverage.asp
 */
export const wma = defineIndicator({
  pane: "price",
  settings: { period: periodSetting(20) },
  lines: { average: "line" },
  start: ({ period }) => {
    const average = new Column();
    const weights = (period * (period + 1)) / 2;
    return {
      lines: { average },
      compute: ({ close }, row) => {
        const before = row - period;
        let sum = before < -1 ? Number.NaN : 0;
        for (let i = Math.max(0, before + 1); i <= row; i += 1) sum += (i - before) * (close[i] ?? Number.NaN);
        average.set(row, sum / weights);
      },
    };
  },
});
