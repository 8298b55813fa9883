/** Deterministic pseudo-randomness: the same inputs give the same result at any time and in any order. */

/** Hashes two integers to 32 well-distributed bits. Source: "lowbias32", https://nullprogram.com/blog/2018/07/31/ */
export function hash(seed: number, position: number): number {
  let bits = seed ^ position;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0xd35a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** Maps 32 bits to a number from 0 up to, but not including, 1. */
export function uniform(bits: number): number {
  return bits / 2 ** 32;
}

// The sum of four bytes: mean 4 * 127.5, variance 4 * (256^2 - 1) / 12.
const FOUR_BYTES_MEAN = 510;
const FOUR_BYTES_DEVIATION = Math.sqrt(((256 ** 2 - 1) * 4) / 12);

/** Maps 32 bits to an approximately normal number with deviation one, within 3.5; much cheaper than the exact one. */
export function normal(bits: number): number {
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  return (sum - FOUR_BYTES_MEAN) / FOUR_BYTES_DEVIATION;
}

/** Hashes a text to 32 bits. */
export function hashText(text: string): number {
  let bits = 0;
  for (const character of text) bits = hash(bits, character.codePointAt(0) ?? 0);
  return bits;
}
