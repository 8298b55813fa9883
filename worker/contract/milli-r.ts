/**
 * A price change in thousandths of R, the distance from the entry to the stop. Halves are rounded away from zero, as SQL does, so that
 * sums of it are exact.
 * Source: Van K. Tharp, "Trade Your Way to Financial Freedom", chapter 7
 *
 * @param gain the change in the trade's favour, in the unit of `risk`
 * @param risk the distance to the stop
 * @returns null where the stop is not on the loss side
 */
export function milliROfGain(gain: number, risk: number): number | null {
  if (risk <= 0) return null;
  const ratio = (gain * 1000) / risk;
  return Math.sign(ratio) * Math.round(Math.abs(ratio));
}
