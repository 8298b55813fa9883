/**
 * Which of several questions have an answer when at most a share of all answers may be false on average: the procedure of Benjamini and Hochberg (1995). With
 * no difference at all the share is also the probability of any answer.
 * @param pValues of every question that was tested
 * @returns the largest p-value that is an answer; 0 when none is
 */
export function discoveryThreshold(pValues: readonly number[], share: number): number {
  const sorted = pValues.toSorted((a, b) => a - b);
  for (let rank = sorted.length; rank > 0; rank -= 1) {
    const p = sorted[rank - 1] ?? 1;
    if (p <= (rank / sorted.length) * share) return p;
  }
  return 0;
}
