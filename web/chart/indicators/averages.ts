import { Column } from "./indicator.ts";

/**
 * The mean of the last `period` values, in their unit. It adds them up each time: a sum that adds the newest value and
 * subtracts the oldest would collect rounding errors over the rows.
 * @returns NaN where one of these rows is missing or has no value
 */
export function windowMean(values: ArrayLike<number>, row: number, period: number): number {
  if (row < period - 1) return Number.NaN;
  let sum = 0;
  for (let i = row - period + 1; i <= row; i += 1) sum += values[i] ?? Number.NaN;
  return sum / period;
}

/**
 * The weight that the beginning of an average has at most in a settled value: values that are computed from different first
 * candles differ by at most this share of the difference at the beginning.
 */
export const BEGINNING_WEIGHT_MAX = 1e-6;

/**
 * An exponential average, in the unit of its values. It begins with the mean of the first `period` values, in the row of
 * the last of them; each later row moves by `weight` of its distance to the new value.
 */
export class ExponentialAverage extends Column {
  readonly #period: number;
  readonly #weight: number;
  readonly #firstValueRow: number;
  /** The first row in which the beginning has at most {@link BEGINNING_WEIGHT_MAX}. */
  readonly settledRow: number;

  /**
   * @param firstValueRow the first row for which a value is given
   * @param settledValueRow the first one whose value is settled
   */
  constructor(period: number, weight: number, firstValueRow: number, settledValueRow: number) {
    super(firstValueRow + period - 1);
    const rows = Math.ceil(Math.log(BEGINNING_WEIGHT_MAX) / Math.log(1 - weight));
    this.settledRow = Math.max(this.firstRow, settledValueRow) + rows;
    this.#period = period;
    this.#weight = weight;
    this.#firstValueRow = firstValueRow;
  }

  /** Computes a row from the row before it and the value of this one. */
  add(row: number, value: number): void {
    if (row < this.#firstValueRow) return;
    // The rows without an average keep the sum of the values until there.
    const before = row === this.#firstValueRow ? 0 : (this.values[row - 1] ?? 0);
    if (row < this.firstRow) this.set(row, before + value);
    else if (row === this.firstRow) this.set(row, (before + value) / this.#period);
    else this.set(row, before + this.#weight * (value - before));
  }
}

/**
 * The average that is commonly called EMA: weight 2 / (period + 1).
 * Source: https://chartschool.stockcharts.com/table-of-contents/technical-indicators-and-overlays/technical-overlays/moving-averages-simple-and-exponential
 */
export const makeEma = (period: number, firstValueRow = 0, settledValueRow = firstValueRow) =>
  new ExponentialAverage(period, 2 / (period + 1), firstValueRow, settledValueRow);

/**
 * Wilder's average, `((period - 1) * before + value) / period`: weight 1 / period.
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems, 1978
 */
export const makeWilderAverage = (period: number, firstValueRow = 0, settledValueRow = firstValueRow) =>
  new ExponentialAverage(period, 1 / period, firstValueRow, settledValueRow);
