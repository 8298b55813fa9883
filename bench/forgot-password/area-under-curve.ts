/**
 * The area under the ROC curve of telling two groups apart by a figure: how often one of the first is above one of the
 * second, ties counted half. 0.5 tells nothing.
 * Source: Hanley and McNeil, "The meaning and use of the area under a receiver operating characteristic (ROC) curve", 1982
 */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let above = 0;
  for (const one of first) {
    for (const other of second) above += one > other ? 1 : one === other ? 0.5 : 0;
  }
  return above / (first.length * second.length);
}
