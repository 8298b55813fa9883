/** Positions of bars above and below a zero line, in percent of the plot from its low end. */
export type BarScale = {
  zero: number;
  barOf: (value: number) => { start: number; length: number };
};

/** Returns the scale on which the largest bar of each direction just fits. */
export function barScale(values: readonly number[]): BarScale {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = high - low || 1;
  const zero = (Math.abs(low) / span) * 100;
  return {
    zero,
    barOf: (value) => {
      const length = (Math.abs(value) / span) * 100;
      return { start: value < 0 ? zero - length : zero, length };
    },
  };
}
