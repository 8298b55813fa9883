/**
 * The area under the ROC curve for distinguishing two groups by a figure: the probability that a member of the first is
 * above a member of the second, with ties counted half. 0.5 means that the figure does not distinguish them.
 * Source: Hanley and McNeil, "The meaning and use of the area under a receiver operating characteristic (ROC) curve",
 * 1982
 */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let above = 0;
  for (const one of first) {
    for (const other of second) above += one > other ? 1 : one === other ? 0.5 : 0;
  }
  return above / (first.length * second.length);
}
