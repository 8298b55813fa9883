import { makeEma } from "./averages.ts";
import { Column, defineIndicator, numberAt, periodSetting } from "./indicator.ts";

/**
 * MACD, moving average convergence/divergence, as differences of prices: the EMA of the closes with the fast period minus
 * that with the slow one. The signal is the EMA of the MACD; the histogram is the MACD minus the signal.
 * First value: row `max(fast, slow) - 1`; of signal and histogram `signal - 1` rows later.
 * Source: Gerald Appel, The Moving Average Convergence-Divergence Trading Method, 1979; histogram: Thomas Aspray, 1986
 */
export const macd = defineIndicator({
  pane: "own",
  settings: { fast: periodSetting(12), slow: periodSetting(26), signal: periodSetting(9) },
  lines: { histogram: "histogram", macd: "line", signal: "line" },
  levels: [0],
  start: (periods) => {
    const [fast, slow, difference] = [makeEma(periods.fast), makeEma(periods.slow), new Column()];
    const settled = Math.max(fast.settledRow, slow.settledRow);
    const signal = makeEma(periods.signal, Math.max(periods.fast, periods.slow) - 1, settled);
    const histogram = new Column();
    return {
      lines: { histogram, macd: difference, signal },
      settledRow: () => signal.settledRow,
      compute: (bars, row) => {
        const close = numberAt(bars.close, row);
        fast.add(row, close);
        slow.add(row, close);
        difference.set(row, fast.at(row) - slow.at(row));
        signal.add(row, difference.at(row));
        histogram.set(row, difference.at(row) - signal.at(row));
      },
    };
  },
});
