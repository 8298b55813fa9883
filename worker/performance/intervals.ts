import type { Estimate } from "../contract/trade-groups.ts";

/** The quantile of the normal distribution below which 97.5 % lie: intervals hold 95 %. */
const Z = 1.959963984540054;

/**
 * The interval of a share by its score: never beyond 0 and 1, and near 95 % also for small numbers and shares near the ends.
 * Source: Wilson, "Probable inference, the law of succession, and statistical inference", 1927; Brown, Cai and DasGupta, "Interval estimation for a
 * binomial proportion", 2001, which recommends it
 *
 * @param trials above zero
 */
export function shareInterval(successes: number, trials: number): Estimate {
  const share = successes / trials;
  const square = Z ** 2 / trials;
  const middle = share + square / 2;
  const reach = Z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials));
  return {
    value: share,
    low: Math.max(0, (middle - reach) / (1 + square)),
    high: Math.min(1, (middle + reach) / (1 + square)),
  };
}

/** The sums of numbers that are enough for their mean and its interval. */
export type Moments = { count: number; sum: number; squares: number };

/**
 * The interval of a mean by Student's distribution.
 * Source: Student, "The probable error of a mean", 1908. It is exact for normal outcomes; for results of trades, which are not, its cover is measured in
 * `intervals.test.ts` (decision 143)
 *
 * @param moments of at least two numbers
 */
export function meanInterval({ count, sum, squares }: Moments): Estimate {
  const value = sum / count;
  const variance = Math.max(0, squares - sum * value) / (count - 1);
  const reach = studentQuantile(count - 1) * Math.sqrt(variance / count);
  return { value, low: value - reach, high: value + reach };
}

/**
 * The quantile of Student's distribution below which 97.5 % lie, within 0.0002 from 19 degrees of freedom on.
 * Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5
 */
export function studentQuantile(degrees: number): number {
  const g1 = (Z ** 3 + Z) / 4;
  const g2 = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96;
  const g3 = (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384;
  return Z + g1 / degrees + g2 / degrees ** 2 + g3 / degrees ** 3;
}
