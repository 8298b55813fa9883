/**
 * The exponential back-off before a retry: doubles with every failure up to a maximum, with jitter over half of that
 * time, so that clients which failed together do not retry together.
 *
 * @param failures how many attempts in a row have failed, from 1
 * @param random 0 to 1, from the caller's random source
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
