import { hash, uniform } from "./price-source/hash.ts";

/** Chance that falls the same way every time it starts from the same seed. */
export class SeededChance {
  readonly #seed: number;
  #position = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** 0 up to, not including, 1. */
  next(): number {
    this.#position += 1;
    return uniform(hash(this.#seed, this.#position));
  }

  oneOf<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.next() * list.length)];
  }
}
