import { type SQL, sql } from "drizzle-orm";
import { hash } from "../price-source/hash.ts";
import { SeededChance } from "../seeded-chance.ts";
import type { Stack } from "../stack.ts";
import type { Client, Reply } from "../test/test-client.ts";
import { databaseOf } from "../test/test-money.ts";

const UP_TIMEOUT_MS = 60_000;
/** How many of the requests whose answer is lost are left as they are. */
const LEFT = 0.2;

/** A client that gets its answers, whatever crashes meanwhile. Several may share one session. */
export class PersistentClient {
  readonly #stack: Stack;
  readonly #client: Client;
  readonly #seed: number;
  readonly #chance: SeededChance;
  readonly #left: Set<string>;
  readonly #onMoment: () => void;
  #requests = 0;

  /**
   * @param given.left gets the keys of requests that were left without an answer
   * @param given.onMoment is called when a request goes out, and when its answer comes or is lost
   */
  constructor(given: { stack: Stack; client: Client; seed: number; left: Set<string>; onMoment: () => void }) {
    this.#stack = given.stack;
    this.#client = given.client;
    this.#seed = given.seed;
    this.#chance = new SeededChance(hash(given.seed, 1));
    this.#left = given.left;
    this.#onMoment = given.onMoment;
  }

  /**
   * Sends a request, and again with the same key when its answer is lost, until one comes. Who has asked for too much
   * waits an hour, which passes at once.
   * @returns null when the request was left as it is, by chance: then nobody knows whether it was done
   */
  async post(path: string, body: object): Promise<Reply | null> {
    this.#requests += 1;
    const key = `${this.#seed}-${this.#requests}`;
    for (;;) {
      this.#onMoment();
      const reply = await this.#client.post(path, body, { "Idempotency-Key": key }).catch(() => null);
      this.#onMoment();
      if (reply?.status === 429) {
        await this.write([sql`DELETE FROM counters`]);
      } else if (reply && (reply.status !== 503 || reply.body.code === "paused")) {
        return reply;
      } else if (this.#chance.next() < LEFT) {
        this.#left.add(key);
        return null;
      } else {
        await this.#untilUp();
      }
    }
  }

  get(path: string): Promise<Reply> {
    return this.#insist(async () => {
      const reply = await this.#client.get(path);
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
      return reply;
    });
  }

  /** Writes straight into the database, to let time pass there. */
  async write(statements: readonly SQL[]): Promise<void> {
    const { query, write } = databaseOf(this.#stack);
    await this.#insist(() => write(statements.map((statement) => query.run(statement))));
  }

  /** @throws what the work throws for a minute */
  async #insist<T>(work: () => Promise<T>): Promise<T> {
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

  /** Waits until the Worker reaches its database. */
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
