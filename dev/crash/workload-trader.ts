import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import { hash } from "../price-source/hash.ts";
import { SeededChance } from "../seeded-chance.ts";
import type { Stack } from "../stack.ts";
import { payAtBank } from "../test/test-deposits.ts";
import { withdrawalAsk } from "../test/test-money.ts";
import type { ExpectedState } from "./expected-state.ts";
import type { PersistentClient } from "./persistent-client.ts";

/** Somebody who moves money without a pause, by chance, and keeps account of every answer. */
export class BusyTrader {
  readonly #stack: Stack;
  readonly #client: PersistentClient;
  readonly #account: ExpectedState;
  readonly #chance: SeededChance;

  /** @param given.account is shared by all who act for this trader, so that they get in each other's way */
  constructor(given: { stack: Stack; client: PersistentClient; account: ExpectedState; seed: number }) {
    this.#stack = given.stack;
    this.#client = given.client;
    this.#account = given.account;
    this.#chance = new SeededChance(hash(given.seed, 2));
  }

  /** Does one thing to the trader's money. @returns how much it did */
  async act(): Promise<1> {
    await this.#actByChance();
    return 1;
  }

  async #actByChance(): Promise<void> {
    const { deposits, expectedPaid, toldCancelled, withdrawals, toldGivenBack } = this.#account;
    const unpaid = this.#chance.oneOf(
      [...deposits.keys()].filter((id) => !expectedPaid.has(id) && !toldCancelled.has(id)),
    );
    const held = this.#chance.oneOf([...withdrawals.keys()].filter((id) => !toldGivenBack.has(id)));
    const any = this.#chance.oneOf([...deposits.keys()]);
    const chance = this.#chance.next();
    if (chance < 0.2) return this.#withdraw();
    if (chance < 0.3 && held) return this.#cancelWithdrawal(held);
    if (chance < 0.35 && any) return this.#verify(any);
    if (chance < 0.4 && unpaid) return this.#cancelDeposit(unpaid, deposits.get(unpaid)?.md5Hash ?? "");
    if (chance < 0.75 && unpaid) return this.#pay(unpaid);
    return this.#open();
  }

  /** Asks until every deposit that was paid at the bank is told to be paid. */
  async settle(): Promise<void> {
    const { paidAtBank, expectedPaid } = this.#account;
    for (const id of paidAtBank) {
      while (!expectedPaid.has(id)) await this.#verify(id);
    }
  }

  async #open(): Promise<void> {
    const amountCents = 10_00 + Math.floor(this.#chance.next() * 40_00);
    const reply = await this.#client.post("/api/deposit/generate-khqr", { amount: amountCents / 100 });
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
    const { deposits, paidAtBank, expectedPaid } = this.#account;
    await this.#letMinutesPass(id);
    const reply = await this.#client.post("/api/deposit/verify-payment", { md5Hash: deposits.get(id)?.md5Hash });
    if (!reply) return;
    expect(reply.status).toBe(200);
    if (reply.body.status !== "paid") return;
    expect(paidAtBank.has(id)).toBe(true);
    expectedPaid.add(id);
  }

  async #cancelDeposit(id: string, md5Hash: string): Promise<void> {
    const reply = await this.#client.post("/api/deposit/cancel", { md5Hash });
    if (!reply || reply.body.code === "wrong_state") return;
    expect(reply.status).toBe(200);
    this.#account.toldCancelled.add(id);
  }

  async #withdraw(): Promise<void> {
    const amountCents = 1 + Math.floor(this.#chance.next() * 30_00);
    const reply = await this.#client.post("/api/withdrawal/request", withdrawalAsk(amountCents / 100));
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
    const reply = await this.#client.post("/api/withdrawal/cancel", { id });
    // Whoever else acts for this trader was a moment faster.
    if (!reply || reply.body.code === "wrong_state") return;
    expect(reply).toMatchObject({ status: 200, body: { withdrawal: { status: "rejected", cancelledByUser: true } } });
    this.#account.toldGivenBack.add(id);
  }

  /** The payment network is asked for one trader only every few seconds, only so often in all, and not while it fails. */
  #letMinutesPass(depositId: string): Promise<void> {
    return this.#client.write([
      sql`UPDATE deposits SET asked_at_ms = 0 WHERE user_id = (SELECT user_id FROM deposits WHERE id = ${depositId})`,
      sql`UPDATE deposits SET next_ask_at_ms = 0 WHERE id = ${depositId} AND status <> 'paid'`,
      sql`UPDATE providers SET calls_in_second = 0, sweep_calls_in_second = 0, open_until_ms = 0`,
      sql`DELETE FROM counters WHERE key = ${`verifyPaymentByDeposit:${depositId}`}`,
    ]);
  }
}
