import { GROUP, OTHERS } from "./question.ts";

/** Two groups of outcomes: how many, their means, and the variances of the means. */
export type Sides = { count: [number, number]; mean: [number, number]; varianceOfMean: [number, number] };

/** Sums up both groups. @param groups 1 for the group, 0 for the others; all else counts in neither */
export function sidesOf(outcomes: Float64Array, groups: Uint8Array): Sides {
  let [n, sum, squares] = [0, 0, 0];
  let [others, otherSum, otherSquares] = [0, 0, 0];
  for (let at = 0; at < outcomes.length; at += 1) {
    const outcome = outcomes[at] ?? 0;
    const group = groups[at];
    if (group === GROUP) {
      n += 1;
      sum += outcome;
      squares += outcome * outcome;
    } else if (group === OTHERS) {
      others += 1;
      otherSum += outcome;
      otherSquares += outcome * outcome;
    }
  }
  return {
    count: [n, others],
    mean: [sum / n, otherSum / others],
    varianceOfMean: [varianceOfMean(n, sum, squares), varianceOfMean(others, otherSum, otherSquares)],
  };
}

function varianceOfMean(n: number, sum: number, squares: number): number {
  return n < 2 ? Number.POSITIVE_INFINITY : Math.max(0, squares - (sum * sum) / n) / (n - 1) / n;
}

/** The difference of the means by its standard error (Welch 1947); 0 where a group has less than two outcomes, or none of them vary. */
export function welchT({ mean, varianceOfMean: [own, others] }: Sides): number {
  const error = Math.sqrt(own + others);
  return error > 0 && Number.isFinite(error) ? (mean[0] - mean[1]) / error : 0;
}

/** The degrees of freedom of the difference (Welch 1947, Satterthwaite 1946). */
export function degreesOfFreedom({ count: [n, m], varianceOfMean: [own, others] }: Sides): number {
  return (own + others) ** 2 / (own ** 2 / (n - 1) + others ** 2 / (m - 1));
}

/**
 * The quantile of Student's distribution, by the expansion around the normal quantile to the fourth order (Abramowitz and Stegun, 26.7.5): within 0.01 from ten
 * degrees of freedom on.
 * @param upTo the probability below it, above one half
 */
export function studentQuantile(upTo: number, degrees: number): number {
  const z = normalQuantile(upTo);
  const g1 = (z ** 3 + z) / 4;
  const g2 = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const g3 = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + g1 / degrees + g2 / degrees ** 2 + g3 / degrees ** 3;
}

/** The quantile of the normal distribution, by Abramowitz and Stegun, 26.2.23 (within 0.00045). @param upTo above one half */
export function normalQuantile(upTo: number): number {
  const t = Math.sqrt(-2 * Math.log(1 - upTo));
  const above = 2.515517 + 0.802853 * t + 0.010328 * t ** 2;
  return t - above / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3);
}
