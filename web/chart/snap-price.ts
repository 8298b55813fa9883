const ROUND = [5, 2, 1] as const;

/**
 * Returns a price that people write, near a place of the plot: a multiple of 1, 2 or 5 times a power of ten that is no more
 * than a pixel, so that every pixel can still be chosen.
 *
 * @param price at the place
 * @param perPx the height of a pixel, in the unit of the price
 * @param step the smallest step of the symbol's price
 */
export function snapPrice(price: number, perPx: number, step: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(perPx, step)));
  const round = Math.max(step, power * (ROUND.find((one) => one * power <= perPx) ?? 1));
  // Rounded to the symbol's step once more: the product of a decimal fraction is not exact.
  return Math.round((Math.round(price / round) * round) / step) * step;
}
