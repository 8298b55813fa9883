/** The calls of the browser's side that have no answer yet, so that a test can end after the last of them. */
export class OpenCalls {
  readonly #fetch = globalThis.fetch;
  readonly #open = new Set<Promise<unknown>>();

  /** Counts from now on. */
  watch(): void {
    const send = (...call: Parameters<typeof fetch>) => {
      const reply = this.#fetch(...call);
      this.#open.add(reply);
      return reply.finally(() => this.#open.delete(reply));
    };
    globalThis.fetch = Object.assign(send, { preconnect: this.#fetch.preconnect });
  }

  /**
   * Waits until all calls are answered, and those that follow from their answers.
   * @param ask a call whose answer comes after that of every earlier one has been read
   */
  async settle(ask: URL): Promise<void> {
    do {
      await Promise.allSettled(this.#open);
      await this.#fetch(ask);
    } while (this.#open.size > 0);
  }

  /** Counts no more. */
  unwatch(): void {
    globalThis.fetch = this.#fetch;
  }
}
