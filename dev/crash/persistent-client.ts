import { type SQL, sql } from "drizzle-orm";
import { hash } from "../price-source/hash.ts";
import { SeededChance } from "../seeded-chance.ts";
import type { Stack } from "../stack.ts";
import type { Client, Reply } from "../test/test-client.ts";
import { databaseOf } from "../test/test-money.ts";

const UP_TIMEOUT_MS = 60_000;
/** The share of requests with a lost response that are abandoned instead of retried. */
const ABANDONED_SHARE = 0.2;

/** A client that retries through crashes until it has a response. Several clients may share one session. */
export class PersistentClient {
  readonly #stack: Stack;
  readonly #client: Client;
  readonly #seed: number;
  readonly #chance: SeededChance;
  readonly #abandoned: Set<string>;
  readonly #onEvent: () => void;
  #requests = 0;

  /**
   * @param given.abandoned receives the keys of abandoned requests
   * @param given.onEvent called when a request is sent, and when its response arrives or is lost
   */
  constructor(given: { stack: Stack; client: Client; seed: number; abandoned: Set<string>; onEvent: () => void }) {
    this.#stack = given.stack;
    this.#client = given.client;
    this.#seed = given.seed;
    this.#chance = new SeededChance(hash(given.seed, 1));
    this.#abandoned = given.abandoned;
    this.#onEvent = given.onEvent;
  }

  /**
   * Sends a request. When the response is lost, it retries with the same key until there is one. A rate limit is
   * cleared at once, as if its hour had passed.
   *
   * @returns null when the request was abandoned by chance: then it is unknown whether it was done
   */
  async post(path: string, body: object): Promise<Reply | null> {
    this.#requests += 1;
    const key = `${this.#seed}-${this.#requests}`;
    for (;;) {
      this.#onEvent();
      const reply = await this.#client.post(path, body, { "Idempotency-Key": key }).catch(() => null);
      this.#onEvent();
      if (reply?.status === 429) {
        await this.write([sql`DELETE FROM counters`]);
      } else if (reply && (reply.status !== 503 || reply.body.code === "paused")) {
        return reply;
      } else if (this.#chance.next() < ABANDONED_SHARE) {
        this.#abandoned.add(key);
        return null;
      } else {
        await this.#untilUp();
      }
    }
  }

  /** Reads a path, with retries until it answers 200. */
  get(path: string): Promise<Reply> {
    return this.#retry(async () => {
      const reply = await this.#client.get(path);
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
      return reply;
    });
  }

  /** Writes directly to the database, to simulate that time has passed. */
  async write(statements: readonly SQL[]): Promise<void> {
    const { query, write } = databaseOf(this.#stack);
    await this.#retry(() => write(statements.map((statement) => query.run(statement))));
  }

  /** Retries the work for up to a minute. @throws the error of the last attempt */
  async #retry<T>(work: () => Promise<T>): Promise<T> {
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

  /** Waits until the Worker can reach its database. */
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
