import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "../db/client.ts";
import { hash, uniform } from "./price-source/hash.ts";
import type { Stack } from "./stack.ts";
import { type Client, payAtBank, type Reply } from "./test-client.ts";

/** What the product has told one trader, and what was done to their money elsewhere; amounts in cents. */
export type Account = {
  userId: string;
  deposits: Map<string, { md5Hash: string; qrString: string; amountCents: number }>;
  /** Deposits whose code was paid at the bank, whether or not the product knows. */
  paidAtBank: Set<string>;
  toldPaid: Set<string>;
  toldCancelled: Set<string>;
  /** Keys of requests whose answer was lost and that were not sent again: done whole, or not at all. */
  abandoned: Set<string>;
};

export function newAccount(userId: string): Account {
  return {
    userId,
    deposits: new Map(),
    ...{ paidAtBank: new Set(), toldPaid: new Set(), toldCancelled: new Set(), abandoned: new Set() },
  };
}

const UP_TIMEOUT_MS = 60_000;

/**
 * Somebody who moves money without a pause, by chance, and keeps account of every answer. A request whose answer is
 * lost is sent again with the same key until one comes, or, now and then, left as it is.
 */
export class BusyTrader {
  readonly #stack: Stack;
  readonly #client: Client;
  readonly #account: Account;
  readonly #db: Database;
  readonly #onMoment: () => void;
  readonly #seed: number;
  #position = 0;

  /** @param given.onMoment is called when a request goes out, and when its answer comes */
  constructor(given: { stack: Stack; client: Client; account: Account; seed: number; onMoment: () => void }) {
    this.#stack = given.stack;
    this.#client = given.client;
    this.#account = given.account;
    this.#seed = given.seed;
    this.#onMoment = given.onMoment;
    const { urls, settings } = given.stack;
    this.#db = openDatabase({ url: urls.libsql, authToken: settings.DATABASE_AUTH_TOKEN });
  }

  /** One operation. */
  async act(): Promise<void> {
    const { deposits, toldPaid, toldCancelled } = this.#account;
    const open = [...deposits.keys()].filter((id) => !toldPaid.has(id) && !toldCancelled.has(id));
    const deposit = this.#oneOf(open);
    const chance = this.#chance();
    if (!deposit || chance < 0.3) return this.#open();
    if (chance < 0.4) return this.#cancel(deposit);
    if (chance < 0.5) return this.#verify(this.#oneOf([...deposits.keys()]) ?? deposit);
    if (chance < 0.9) await this.#pay(deposit);
    return this.#verify(deposit);
  }

  /** Asks until every deposit that was paid at the bank is known to be paid. */
  async settle(): Promise<void> {
    const { paidAtBank, toldPaid } = this.#account;
    for (const id of paidAtBank) {
      while (!toldPaid.has(id)) await this.#verify(id);
    }
  }

  async #open(): Promise<void> {
    const amountCents = 10_00 + Math.floor(this.#chance() * 40_00);
    const reply = await this.#send("/api/deposit/generate-khqr", { amount: amountCents / 100 });
    if (reply?.body.code === "too_many_open") return this.#cancelAbandoned();
    if (!reply) return;
    expect([reply.status, reply.body.deposit?.amount]).toEqual([201, amountCents / 100]);
    const { _id, md5Hash, qrString } = reply.body.deposit;
    expect(this.#account.deposits.has(_id)).toBe(false);
    this.#account.deposits.set(_id, { md5Hash, qrString, amountCents });
  }

  /** Deposits that were opened without an answer still count as open. */
  async #cancelAbandoned(): Promise<void> {
    const history = await this.#read("/api/deposit/history?status=pending");
    for (const { _id, md5Hash } of history.body.deposits) {
      if (!this.#account.deposits.has(_id)) await this.#send("/api/deposit/cancel", { md5Hash });
    }
  }

  async #pay(id: string): Promise<void> {
    const deposit = this.#account.deposits.get(id);
    if (!deposit || this.#account.paidAtBank.has(id)) return;
    this.#account.paidAtBank.add(id);
    await payAtBank(this.#stack, deposit.qrString);
  }

  async #cancel(id: string): Promise<void> {
    const reply = await this.#send("/api/deposit/cancel", { md5Hash: this.#account.deposits.get(id)?.md5Hash });
    if (!reply || reply.body.code === "wrong_state") return;
    expect(reply.status).toBe(200);
    this.#account.toldCancelled.add(id);
  }

  async #verify(id: string): Promise<void> {
    const md5Hash = this.#account.deposits.get(id)?.md5Hash;
    await this.#mayAskNetwork(id);
    const reply = await this.#send("/api/deposit/verify-payment", { md5Hash });
    if (!reply) return;
    expect(reply.status).toBe(200);
    if (reply.body.status !== "paid") return;
    expect(this.#account.paidAtBank.has(id)).toBe(true);
    this.#account.toldPaid.add(id);
  }

  /** @returns the answer of the product, or null when it was lost and the request was left as it is */
  async #send(path: string, body: object): Promise<Reply | null> {
    const key = `${this.#seed}-${this.#position}`;
    for (;;) {
      this.#onMoment();
      const reply = await this.#client.post(path, body, { "Idempotency-Key": key }).catch(() => null);
      this.#onMoment();
      if (reply?.status === 429) await this.#letAnHourPass();
      else if (reply && reply.status !== 503) return reply;
      else if (this.#chance() < 0.2) {
        this.#account.abandoned.add(key);
        return null;
      } else await this.#untilUp();
    }
  }

  async #read(path: string): Promise<Reply> {
    return this.#insist(async () => {
      const reply = await this.#client.get(path);
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
      return reply;
    });
  }

  /** The payment network is asked about one deposit every few seconds, and so often in all: that time is over. */
  #mayAskNetwork(id: string): Promise<unknown> {
    return this.#write([
      sql`UPDATE deposits SET asked_at_ms = 0, next_ask_at_ms = 0 WHERE id = ${id} AND status <> 'paid'`,
      sql`UPDATE providers SET calls_in_second = 0`,
    ]);
  }

  #letAnHourPass(): Promise<unknown> {
    return this.#write([sql`DELETE FROM counters`]);
  }

  #write(statements: ReturnType<typeof sql>[]): Promise<unknown> {
    return this.#insist(() => this.#db.write(statements.map((statement) => this.#db.query.run(statement))));
  }

  async #insist<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch {
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

  #chance(): number {
    this.#position += 1;
    return uniform(hash(this.#seed, this.#position));
  }

  #oneOf<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#chance() * list.length)];
  }
}
