import { DAY_MS } from "../../../worker/contract/time.ts";
import { type Bars, Column, defineIndicator, numberAt } from "./indicator.ts";

/** Whether a day of UTC begins with a row. The first row only does so at midnight: before it may be candles of its day. */
function beginsDay({ startMs }: Bars, row: number): boolean {
  const before = startMs[row - 1];
  const start = startMs[row] ?? 0;
  return before === undefined ? start % DAY_MS === 0 : Math.floor(before / DAY_MS) !== Math.floor(start / DAY_MS);
}

/**
 * VWAP, the volume-weighted average price since the start of the UTC day: the sum of typical price times volume, divided
 * by the sum of the volume. The typical price is the mean of high, low and close.
 *
 * No value: in a first day whose start is not loaded, because it would be wrong; while the day has no volume yet; and on
 * candles of a day or more, for which it is not defined (it would be the typical price of each candle).
 * First value: row 0 if it starts at midnight UTC, otherwise the first row of the second day.
 * Source: https://chartschool.stockcharts.com/table-of-contents/technical-indicators-and-overlays/technical-overlays/volume-weighted-average-price-vwap
 */
export const vwap = defineIndicator({
  pane: "price",
  settings: {},
  lines: { average: "line" },
  start: (_, sizeMs) => {
    const [average, turnover, volume] = [new Column(), new Column(), new Column()];
    return {
      lines: { average },
      compute: (bars, row) => {
        const isFirst = beginsDay(bars, row);
        const typical = (numberAt(bars.high, row) + numberAt(bars.low, row) + numberAt(bars.close, row)) / 3;
        const traded = numberAt(bars.volume, row);
        turnover.set(row, (isFirst ? 0 : turnover.at(row - 1)) + typical * traded);
        volume.set(row, (isFirst ? 0 : volume.at(row - 1)) + traded);
        average.set(row, sizeMs < DAY_MS && volume.at(row) > 0 ? turnover.at(row) / volume.at(row) : Number.NaN);
      },
    };
  },
});
