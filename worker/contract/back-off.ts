/**
 * How long to wait before trying again: doubles with every failure up to a maximum, and spreads those who failed
 * together over half of that time, so that they do not come back together.
 *
 * @param failures how many tries in a row have failed, from 1
 * @param random   0 to 1, from the caller's source of chance
 * @returns milliseconds, from `minMs` to `maxMs`
 */
export function backOffMs(
  failures: number,
  { minMs, maxMs, random }: { minMs: number; maxMs: number; random: number },
): number {
  const ceilingMs = Math.min(maxMs, minMs * 2 ** Math.min(failures, 30));
  const floorMs = Math.max(minMs, ceilingMs / 2);
  return Math.round(floorMs + random * (ceilingMs - floorMs));
}
