import { hash, uniform } from "../price-source/hash.ts";
import type { CrashStack } from "./crash-stack.ts";

/** Crashes the Worker and the database alternately, at events of a workload that a seed chooses. */
export class Crashes {
  readonly #stack: CrashStack;
  /** Event numbers at which crashes are due, ascending. */
  readonly #due: number[];
  #events = 0;
  #begun = 0;
  #underWay: Promise<void> = Promise.resolve();

  /** @param plan.events the minimum number of events in the workload: all crashes come before it */
  constructor(stack: CrashStack, plan: { crashes: number; events: number; seed: number }) {
    this.#stack = stack;
    const chosen = Array.from({ length: plan.crashes }, (_, i) => uniform(hash(plan.seed, i)) * plan.events);
    this.#due = chosen.sort((a, b) => a - b);
  }

  /**
   * Counts an event of the workload and crashes a part when one is due. A crash waits until the previous one is over.
   */
  onEvent(): void {
    this.#events += 1;
    if (this.#due[0] === undefined || this.#events < this.#due[0]) return;
    this.#due.shift();
    const crash = this.#begun % 2 === 0 ? this.#stack.crashWorker : this.#stack.crashDatabase;
    this.#begun += 1;
    this.#underWay = this.#underWay.then(() => crash());
  }

  /** Waits for the last crash to end. @returns the number of crashes */
  async areOver(): Promise<number> {
    await this.#underWay;
    return this.#begun;
  }
}
