import { expect } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { hash, uniform } from "../price-source/hash.ts";
import type { Stack } from "../stack.ts";
import { payAtBank, type Reply } from "../test-client.ts";
import { databaseOf } from "../test-money.ts";
import type { PersistentClient } from "./persistent-client.ts";
import type { ToldAccount } from "./told-account.ts";

/** How many of the requests whose answer is lost are left as they are. */
const LEFT = 0.2;

/** Somebody who moves money without a pause, by chance, and keeps account of every answer. */
export class BusyTrader {
  readonly #stack: Stack;
  readonly #client: PersistentClient;
  readonly #account: ToldAccount;
  readonly #seed: number;
  #position = 0;
  #requests = 0;

  /** @param given.account is shared by all who act for this trader, so that they get in each other's way */
  constructor(given: { stack: Stack; client: PersistentClient; account: ToldAccount; seed: number }) {
    this.#stack = given.stack;
    this.#client = given.client;
    this.#account = given.account;
    this.#seed = given.seed;
  }

  /** Does one thing to the trader's money. */
  async act(): Promise<void> {
    const { deposits, toldPaid, toldCancelled, withdrawals, toldGivenBack } = this.#account;
    const unpaid = this.#oneOf([...deposits.keys()].filter((id) => !toldPaid.has(id) && !toldCancelled.has(id)));
    const held = this.#oneOf([...withdrawals.keys()].filter((id) => !toldGivenBack.has(id)));
    const any = this.#oneOf([...deposits.keys()]);
    const chance = this.#chance();
    if (chance < 0.2) return this.#withdraw();
    if (chance < 0.3 && held) return this.#cancelWithdrawal(held);
    if (chance < 0.35 && any) return this.#verify(any);
    if (chance < 0.4 && unpaid) return this.#cancelDeposit(unpaid, deposits.get(unpaid)?.md5Hash ?? "");
    if (chance < 0.75 && unpaid) return this.#pay(unpaid);
    return this.#open();
  }

  /** Asks until every deposit that was paid at the bank is told to be paid. */
  async settle(): Promise<void> {
    const { paidAtBank, toldPaid } = this.#account;
    for (const id of paidAtBank) {
      while (!toldPaid.has(id)) await this.#verify(id);
    }
  }

  async #open(): Promise<void> {
    const amountCents = 10_00 + Math.floor(this.#chance() * 40_00);
    const reply = await this.#send("/api/deposit/generate-khqr", { amount: amountCents / 100 });
    if (reply?.body.code === "too_many_open") {
      // Some were opened without an answer.
      const { body } = await this.#client.get("/api/deposit/history?status=pending");
      for (const { _id, md5Hash } of body.deposits) {
        if (!this.#account.deposits.has(_id)) await this.#cancelDeposit(_id, md5Hash);
      }
    } else if (reply) {
      expect(reply).toMatchObject({ status: 201, body: { deposit: { amount: amountCents / 100 } } });
      const { _id, md5Hash, qrString } = reply.body.deposit;
      this.#account.deposits.set(_id, { md5Hash, qrString, amountCents });
    }
  }

  /** Pays a code at the bank, unless that was done, and asks whether the money has come. */
  async #pay(id: string): Promise<void> {
    const { deposits, paidAtBank } = this.#account;
    if (!paidAtBank.has(id)) {
      paidAtBank.add(id);
      await payAtBank(this.#stack, deposits.get(id)?.qrString ?? "");
    }
    await this.#verify(id);
  }

  async #verify(id: string): Promise<void> {
    const { deposits, paidAtBank, toldPaid } = this.#account;
    await this.#letSecondsPass(id);
    const reply = await this.#send("/api/deposit/verify-payment", { md5Hash: deposits.get(id)?.md5Hash });
    if (!reply) return;
    expect(reply.status).toBe(200);
    if (reply.body.status !== "paid") return;
    expect(paidAtBank.has(id)).toBe(true);
    toldPaid.add(id);
  }

  async #cancelDeposit(id: string, md5Hash: string): Promise<void> {
    const reply = await this.#send("/api/deposit/cancel", { md5Hash });
    if (!reply || reply.body.code === "wrong_state") return;
    expect(reply.status).toBe(200);
    this.#account.toldCancelled.add(id);
  }

  async #withdraw(): Promise<void> {
    const amountCents = 1 + Math.floor(this.#chance() * 30_00);
    const reply = await this.#send("/api/withdrawal/request", {
      ...{ amount: amountCents / 100, currency: "USD", requestMessage: "For the rent", paymentMethod: "Bank Transfer" },
    });
    if (reply?.body.code === "too_many_pending") {
      const { body } = await this.#client.get("/api/withdrawal/history");
      for (const { _id, status } of body.withdrawals) {
        if (status === "pending" && !this.#account.withdrawals.has(_id)) await this.#cancelWithdrawal(_id);
      }
    } else if (reply && reply.body.code !== "insufficient_funds") {
      expect(reply).toMatchObject({ status: 201, body: { withdrawal: { amount: amountCents / 100 } } });
      this.#account.withdrawals.set(reply.body.withdrawal._id, { amountCents });
    }
  }

  async #cancelWithdrawal(id: string): Promise<void> {
    const reply = await this.#send("/api/withdrawal/cancel", { id });
    // Whoever else acts for this trader was a moment faster.
    if (!reply || reply.body.code === "wrong_state") return;
    expect(reply).toMatchObject({ status: 200, body: { withdrawal: { status: "rejected", cancelledByUser: true } } });
    this.#account.toldGivenBack.add(id);
  }

  async #send(path: string, body: object): Promise<Reply | null> {
    this.#requests += 1;
    const key = `${this.#seed}-${this.#requests}`;
    for (;;) {
      const reply = await this.#client.send(path, body, { key, isLeft: () => this.#chance() < LEFT });
      if (reply === null) this.#account.left.add(key);
      if (reply?.status !== 429) return reply;
      await this.#letAnHourPass();
    }
  }

  /** The payment network is asked about one deposit only every few seconds, and only so often in all. */
  #letSecondsPass(depositId: string): Promise<void> {
    return this.#write([
      sql`UPDATE deposits SET asked_at_ms = 0, next_ask_at_ms = 0 WHERE id = ${depositId} AND status <> 'paid'`,
      sql`UPDATE providers SET calls_in_second = 0`,
    ]);
  }

  #letAnHourPass(): Promise<void> {
    return this.#write([sql`DELETE FROM counters`]);
  }

  async #write(statements: readonly SQL[]): Promise<void> {
    const { query, write } = databaseOf(this.#stack);
    await this.#client.insist(() => write(statements.map((statement) => query.run(statement))));
  }

  #chance(): number {
    this.#position += 1;
    return uniform(hash(this.#seed, this.#position));
  }

  #oneOf<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#chance() * list.length)];
  }
}
