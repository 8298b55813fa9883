/** The step of a price by a button or a key, in its smallest steps: about a ten-thousandth of it. */
export function priceStep(steps: number): number {
  return 10 ** Math.max(0, String(steps).length - 4);
}

/** A price one step further, on whole steps. */
export function stepPrice(from: number, direction: 1 | -1, times = 1): number {
  const step = priceStep(from);
  const next = direction === 1 ? Math.floor(from / step) + times : Math.ceil(from / step) - times;
  return Math.max(step, next * step);
}
