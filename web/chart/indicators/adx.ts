import { trueRange } from "./atr.ts";
import { makeWilderAverage } from "./averages.ts";
import { Column, defineIndicator, numberAt, periodSetting } from "./indicator.ts";

/**
 * ADX with its directional indicators, each 0 to 100. +DI and -DI are 100 times Wilder's averages of the upward and the
 * downward directional movement, divided by that of the true range (0 where prices do not move). ADX is Wilder's average
 * of DX, which is 100 times the difference of +DI and -DI divided by their sum (0 where both are 0). All averages begin
 * with row 1, the first that has a previous candle.
 * First value: of +DI and -DI row `period`, of ADX row `2 * period - 1`.
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems, 1978, section IV
 */
export const adx = defineIndicator({
  pane: "own",
  settings: { period: periodSetting(14) },
  lines: { adx: "line", plus: "line", minus: "line" },
  scale: [0, 100],
  levels: [25],
  start: ({ period }) => {
    const average = () => makeWilderAverage(period, 1);
    const [range, up, down] = [average(), average(), average()];
    const [plus, minus] = [new Column(), new Column()];
    const strength = makeWilderAverage(period, period, range.settledRow);
    return {
      lines: { adx: strength, plus, minus },
      settledRow: () => strength.settledRow,
      compute: (bars, row) => {
        const rise = numberAt(bars.high, row) - numberAt(bars.high, row - 1);
        const fall = numberAt(bars.low, row - 1) - numberAt(bars.low, row);
        range.add(row, trueRange(bars, row));
        up.add(row, rise > fall ? Math.max(0, rise) : 0);
        down.add(row, fall > rise ? Math.max(0, fall) : 0);
        const isStill = range.at(row) === 0;
        plus.set(row, isStill ? 0 : (up.at(row) / range.at(row)) * 100);
        minus.set(row, isStill ? 0 : (down.at(row) / range.at(row)) * 100);
        const sum = plus.at(row) + minus.at(row);
        strength.add(row, sum === 0 ? 0 : (Math.abs(plus.at(row) - minus.at(row)) / sum) * 100);
      },
    };
  },
});
