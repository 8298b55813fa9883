type Held = { name: string; end: () => void };

/** The locks of a browser, as far as the product uses them: each test has its own, and each tab asks the same. */
export class FakeLocks {
  #held: Held[] = [];
  #waiting: { name: string; begin: () => void }[] = [];

  readonly request = ((name: string, { signal, steal }: LockOptions, work: () => unknown) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const aborted = () => new DOMException("aborted", "AbortError");
    const waiting = {
      name,
      begin: () => {
        const held = { name, end: () => reject(aborted()) };
        this.#held.push(held);
        void Promise.resolve(work())
          .then(resolve, reject)
          .finally(() => this.#release(held));
      },
    };
    signal?.addEventListener("abort", () => {
      if (!this.#waiting.includes(waiting)) return;
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      reject(aborted());
    });
    if (steal) {
      for (const held of this.#held.filter((one) => one.name === name)) {
        this.#held = this.#held.filter((one) => one !== held);
        held.end();
      }
      queueMicrotask(waiting.begin);
    } else {
      this.#waiting.push(waiting);
      queueMicrotask(() => this.#next(name));
    }
    return promise;
    // The overload without options is not used.
  }) as LockManager["request"];

  #release(held: Held): void {
    this.#held = this.#held.filter((one) => one !== held);
    this.#next(held.name);
  }

  #next(name: string): void {
    if (this.#held.some((held) => held.name === name)) return;
    const next = this.#waiting.find((one) => one.name === name);
    this.#waiting = this.#waiting.filter((one) => one !== next);
    next?.begin();
  }
}
