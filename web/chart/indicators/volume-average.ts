import { windowMean } from "./averages.ts";
import { Column, defineIndicator, periodSetting } from "./indicator.ts";

/**
 * The simple moving average of the volume, in the units of the volume: the mean of the last `period` candles.
 * First value: row `period - 1`.
 * Source: https://www.investopedia.com/terms/s/sma.asp
 */
export const volumeAverage = defineIndicator({
  pane: "volume",
  settings: { period: periodSetting(20) },
  lines: { average: "line" },
  start: ({ period }) => {
    const average = new Column();
    return {
      lines: { average },
      compute: (bars, row) => average.set(row, windowMean(bars.volume, row, period)),
    };
  },
});
