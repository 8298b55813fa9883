const ROUND = [5, 2, 1] as const;

/**
 * Returns a price that people write, near a place of the plot: a multiple of 1, 2 or 5 times a power of ten that is no more
 * than a pixel, so that every pixel can still be chosen. All in steps of the symbol's price.
 *
 * @param price at the place
 * @param perPx the height of a pixel
 */
export function snapPrice(price: number, perPx: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(perPx, 1)));
  const round = power * (ROUND.find((one) => one * power <= perPx) ?? 1);
  return Math.round(price / round) * round;
}
