/** Where bars stand that go either way from a zero line, in percent of the room: from its low end. */
export type BarScale = {
  zero: number;
  /** Where a bar begins and how long it is. */
  barOf: (value: number) => { start: number; length: number };
};

/** A scale on which the largest bar of each way just fits. */
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
