import { hash, uniform } from "../price-source/hash.ts";
import type { CrashStack } from "./crash-stack.ts";

/** Crashes the Worker and the database in turn, at moments of a workload that a seed chooses. */
export class Crashes {
  readonly #stack: CrashStack;
  /** Ascending. */
  readonly #due: number[];
  #moments = 0;
  #begun = 0;
  #underWay: Promise<void> = Promise.resolve();

  /** @param plan.moments how many moments the workload has at least: all crashes come before */
  constructor(stack: CrashStack, plan: { crashes: number; moments: number; seed: number }) {
    this.#stack = stack;
    const chosen = Array.from({ length: plan.crashes }, (_, i) => uniform(hash(plan.seed, i)) * plan.moments);
    this.#due = chosen.sort((a, b) => a - b);
  }

  /** Something happens in the workload. A crash does not wait for the one before it to be noticed, only for its end. */
  onMoment(): void {
    this.#moments += 1;
    if (this.#due[0] === undefined || this.#moments < this.#due[0]) return;
    this.#due.shift();
    const crash = this.#begun % 2 === 0 ? this.#stack.crashWorker : this.#stack.crashDatabase;
    this.#begun += 1;
    this.#underWay = this.#underWay.then(crash);
  }

  /** @returns how many there were, when the last one is over */
  async areOver(): Promise<number> {
    await this.#underWay;
    return this.#begun;
  }
}
