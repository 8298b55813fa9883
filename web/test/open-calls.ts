/** Tracks the web client's open calls, so that a test can end after the last of them. */
export class OpenCalls {
  readonly #fetch = globalThis.fetch;
  readonly #open = new Set<Promise<unknown>>();

  /** Starts tracking. */
  watch(): void {
    const send = (...call: Parameters<typeof fetch>) => {
      const reply = this.#fetch(...call);
      this.#open.add(reply);
      return reply.finally(() => this.#open.delete(reply));
    };
    globalThis.fetch = Object.assign(send, { preconnect: this.#fetch.preconnect });
  }

  /**
   * Waits until all calls have finished, including those that their responses trigger.
   * @param ask a call that finishes after the responses of every earlier call were read
   */
  async settle(probe: URL): Promise<void> {
    do {
      await Promise.allSettled(this.#open);
      await this.#fetch(probe);
    } while (this.#open.size > 0);
  }

  /**
   * Waits until all calls have arrived, and those that are not held have finished.
   * @param heldCount how many answers the server holds
   */
  async arrive(probe: URL, heldCount: () => number): Promise<void> {
    do await this.#fetch(probe);
    while (this.#open.size > heldCount());
    await this.#fetch(probe);
  }

  /** Stops tracking. */
  unwatch(): void {
    globalThis.fetch = this.#fetch;
  }
}
