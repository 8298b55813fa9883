import { trueRange } from "./atr.ts";
import { makeWilderAverage } from "./averages.ts";
import { Column, defineIndicator, numberAt, periodSetting } from "./indicator.ts";

/**
 * A band depends on candles before it for as long as no close crosses it, so that no number of candles is enough. In
 * thousands of random walks, two beginnings had the same bands after three turns of the trend at the latest.
 */
const SETTLED_TURNS = 3;
/** A trend that turns less often is shown after so many candles. */
const SETTLED_MAX = 5_000;

/**
 * Supertrend, as a price: a band `multiplier` ATRs from the middle of high and low, below the candles while the trend is
 * up (`up`) and above them while it is down (`down`); in each row one of the two has a value. A band only moves towards
 * the price, until a close has crossed it. A close above the upper band turns the trend up, one below the lower band down.
 * The trend of the first value is down unless its close is above the upper band, as on TradingView.
 * First value: row `period - 1`.
 * Source: Olivier Seban, Tout le monde mérite d'être riche; https://www.tradingview.com/support/solutions/43000634738-supertrend/
 */
export const supertrend = defineIndicator({
  pane: "price",
  settings: { period: periodSetting(10), multiplier: { standard: 3, min: 0.1, max: 20, decimals: 1 } },
  lines: { up: "line", down: "line" },
  start: ({ period, multiplier }) => {
    const range = makeWilderAverage(period);
    const [upper, lower, up, down] = [new Column(), new Column(), new Column(), new Column()];
    /** The turns since the range is settled, and the row of the last one that is needed. */
    const [turns, settled] = [new Column(), new Column()];
    let rows = 0;
    return {
      lines: { up, down },
      settledRow: () => Math.min(settled.at(rows - 1) || SETTLED_MAX, SETTLED_MAX),
      compute: (bars, row) => {
        rows = row + 1;
        range.add(row, trueRange(bars, row));
        const middle = (numberAt(bars.high, row) + numberAt(bars.low, row)) / 2;
        const distance = multiplier * range.at(row);
        const before = numberAt(bars.close, row - 1);
        const upperBefore = upper.at(row - 1);
        const lowerBefore = lower.at(row - 1);
        // Comparisons with the NaN before the first value are false.
        const keepsUpper = middle + distance >= upperBefore && before <= upperBefore;
        const keepsLower = middle - distance <= lowerBefore && before >= lowerBefore;
        upper.set(row, keepsUpper ? upperBefore : middle + distance);
        lower.set(row, keepsLower ? lowerBefore : middle - distance);
        const close = numberAt(bars.close, row);
        const wasUp = !Number.isNaN(up.at(row - 1));
        const isUp = wasUp ? close >= lower.at(row) : close > upper.at(row);
        const isTurn = row > range.settledRow && isUp !== wasUp;
        turns.set(row, row > range.settledRow ? turns.at(row - 1) + Number(isTurn) : 0);
        settled.set(row, isTurn && turns.at(row) === SETTLED_TURNS ? row : row > 0 ? settled.at(row - 1) : Number.NaN);
        up.set(row, isUp ? lower.at(row) : Number.NaN);
        down.set(row, isUp ? Number.NaN : upper.at(row));
      },
    };
  },
});
