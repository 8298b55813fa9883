/** Randomness as a function: the same numbers give the same result, at any time, in any order. */

/** Mixes two whole numbers into 32 well-spread bits. Source: "lowbias32", https://nullprogram.com/blog/2018/07/31/ */
export function hash(seed: number, position: number): number {
  let bits = seed ^ position;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0xd35a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** 0 up to, not including, 1. */
export function uniform(bits: number): number {
  return bits / 2 ** 32;
}

// The sum of four bytes: mean 4 * 127.5, variance 4 * (256^2 - 1) / 12.
const FOUR_BYTES_MEAN = 510;
const FOUR_BYTES_DEVIATION = Math.sqrt(((256 ** 2 - 1) * 4) / 12);

/** Nearly normal with deviation one, never beyond 3.5; far cheaper than the exact distribution. */
export function normal(bits: number): number {
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  return (sum - FOUR_BYTES_MEAN) / FOUR_BYTES_DEVIATION;
}

/** A number out of a name. */
export function hashText(text: string): number {
  let bits = 0;
  for (const character of text) bits = hash(bits, character.codePointAt(0) ?? 0);
  return bits;
}
