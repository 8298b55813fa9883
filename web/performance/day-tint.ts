/**
 * The colour strength of a calendar day, as the percentage of its signal colour over the surface: 8 plus up to 20, by
 * the square root of its share of the largest result, so that small days stay visible beside a large one. Source: look,
 * "Calendar"
 * @param largest the largest absolute result of the month, dollars above zero
 */
export function dayTint(pnl: number, largest: number): number {
  return largest === 0 ? 0 : 8 + 20 * Math.sqrt(Math.abs(pnl) / largest);
}
