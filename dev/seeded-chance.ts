import { hash, uniform } from "./price-source/hash.ts";

/** A random number generator that repeats its sequence for the same seed. */
export class SeededChance {
  readonly #seed: number;
  #position = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    this.#position += 1;
    return uniform(hash(this.#seed, this.#position));
  }

  /** A random element, or undefined when the list is empty. */
  oneOf<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.next() * list.length)];
  }
}
