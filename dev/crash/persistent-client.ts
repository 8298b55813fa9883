import type { Client, Reply } from "../test-client.ts";

const UP_TIMEOUT_MS = 60_000;

/** A client that gets its answer, whatever crashes meanwhile. Several may share one session. */
export class PersistentClient {
  readonly #client: Client;
  readonly #onMoment: () => void;

  /** @param onMoment is called when a request goes out, and when its answer comes or is lost */
  constructor(client: Client, onMoment: () => void) {
    this.#client = client;
    this.#onMoment = onMoment;
  }

  /**
   * Sends a request, and again with the same key when its answer is lost, until one comes.
   * @param isLeft whether a request whose answer was lost is left as it is this time
   * @returns null when it was left: then nobody knows whether it was done
   */
  async send(
    path: string,
    body: object,
    { key, isLeft }: { key: string; isLeft: () => boolean },
  ): Promise<Reply | null> {
    for (;;) {
      this.#onMoment();
      const reply = await this.#client.post(path, body, { "Idempotency-Key": key }).catch(() => null);
      this.#onMoment();
      if (reply && reply.status !== 503) return reply;
      if (isLeft()) return null;
      await this.#untilUp();
    }
  }

  get(path: string): Promise<Reply> {
    return this.insist(async () => {
      const reply = await this.#client.get(path);
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
      return reply;
    });
  }

  /**
   * Does something until it succeeds; between two tries it waits until the Worker reaches its database.
   * @throws what the work throws for a minute
   */
  async insist<T>(work: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + UP_TIMEOUT_MS;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await this.#untilUp();
      }
    }
  }

  async #untilUp(): Promise<void> {
    const deadline = Date.now() + UP_TIMEOUT_MS;
    while (Date.now() < deadline) {
      const reply = await this.#client.get("/api/health").catch(() => null);
      if (reply?.status === 200) return;
      await Bun.sleep(25);
    }
    throw new Error("the stack did not come up again");
  }
}
