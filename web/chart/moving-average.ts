/** The periods of the chart's moving averages, in candles. */
export const AVERAGE_PERIODS = [9, 21] as const;

/**
 * The simple moving average: the mean of the last `period` values at each index.
 * Source: https://www.investopedia.com/terms/s/sma.asp
 * @returns the same length as `values`; null where fewer than `period` values are available
 */
export function movingAverage(values: readonly number[], period: number): (number | null)[] {
  let sum = 0;
  return values.map((value, i) => {
    sum += value - (i >= period ? (values[i - period] ?? 0) : 0);
    return i >= period - 1 ? sum / period : null;
  });
}
