/**
 * How strongly a day of the calendar is coloured, in percent of its signal over the surface: 8 and up to 20 more, by the
 * root of its share of the largest result, so that small days stay visible beside a large one. Source: look, "Calendar"
 * @param largest the largest result of the month either way, dollars above zero
 */
export function dayTint(pnl: number, largest: number): number {
  return largest === 0 ? 0 : 8 + 20 * Math.sqrt(Math.abs(pnl) / largest);
}
