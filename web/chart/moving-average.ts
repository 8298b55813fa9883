/** How many candles each of the chart's moving averages is of. */
export const AVERAGE_PERIODS = [9, 21] as const;

/**
 * The simple moving average: the mean of the last `period` values at each place.
 * Source: https://www.investopedia.com/terms/s/sma.asp
 *
 * @returns as long as `values`; null where fewer than `period` values lie behind
 */
export function movingAverage(values: readonly number[], period: number): (number | null)[] {
  let sum = 0;
  return values.map((value, i) => {
    sum += value - (i >= period ? (values[i - period] ?? 0) : 0);
    return i >= period - 1 ? sum / period : null;
  });
}
