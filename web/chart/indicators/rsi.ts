import { makeWilderAverage } from "./averages.ts";
import { Column, defineIndicator, numberAt, periodSetting } from "./indicator.ts";

/**
 * RSI, the relative strength index, 0 to 100: `100 * gain / (gain + loss)` with Wilder's averages of the gains and
 * losses from close to close, which is the same as `100 - 100 / (1 + gain / loss)`. Without any loss it is 100. Where all
 * closes were equal the definition divides zero by zero: the value is 50, the middle.
 * First value: row `period`.
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems, 1978, section VI
 */
export const rsi = defineIndicator({
  pane: "own",
  settings: { period: periodSetting(14) },
  lines: { rsi: "line" },
  scale: [0, 100],
  levels: [30, 70],
  start: ({ period }) => {
    const [gain, loss, index] = [makeWilderAverage(period, 1), makeWilderAverage(period, 1), new Column()];
    return {
      lines: { rsi: index },
      settledRow: () => gain.settledRow,
      compute: (bars, row) => {
        const change = numberAt(bars.close, row) - numberAt(bars.close, row - 1);
        gain.add(row, Math.max(0, change));
        loss.add(row, Math.max(0, -change));
        const sum = gain.at(row) + loss.at(row);
        index.set(row, sum === 0 ? 50 : (gain.at(row) / sum) * 100);
      },
    };
  },
});
