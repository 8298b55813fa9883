import { makeEma } from "./averages.ts";
import { defineIndicator, numberAt, periodSetting } from "./indicator.ts";

/**
 * EMA, the exponential moving average of the closes, as a price: `before + 2 / (period + 1) * (close - before)`. It
 * begins with the SMA of the first `period` closes.
 * First value: row `period - 1`.
 * Source: https://chartschool.stockcharts.com/table-of-contents/technical-indicators-and-overlays/technical-overlays/moving-averages-simple-and-exponential
 */
export const ema = defineIndicator({
  pane: "price",
  settings: { period: periodSetting(20) },
  lines: { average: "line" },
  start: ({ period }) => {
    const average = makeEma(period);
    return {
      lines: { average },
      settledRow: () => average.settledRow,
      compute: (bars, row) => average.add(row, numberAt(bars.close, row)),
    };
  },
});
