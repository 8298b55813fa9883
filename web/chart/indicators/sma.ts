import { windowMean } from "./averages.ts";
import { Column, defineIndicator, periodSetting } from "./indicator.ts";

/**
 * SMA, the simple moving average: the mean of the last `period` closes, as a price.
 * First value: row `period - 1`.
 * Source: https://chartschool.stockcharts.com/table-of-contents/technical-indicators-and-overlays/technical-overlays/moving-averages-simple-and-exponential
 */
export const sma = defineIndicator({
  pane: "price",
  settings: { period: periodSetting(20) },
  lines: { average: "line" },
  start: ({ period }) => {
    const average = new Column();
    return {
      lines: { average },
      compute: (bars, row) => average.set(row, windowMean(bars.close, row, period)),
    };
  },
});
