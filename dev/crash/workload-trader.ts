import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import { hash } from "../price-source/hash.ts";
import { SeededChance } from "../seeded-chance.ts";
import type { Stack } from "../stack.ts";
import { payAtBank } from "../test/test-deposits.ts";
import { withdrawalAsk } from "../test/test-money.ts";
import type { ExpectedState } from "./expected-state.ts";
import type { PersistentClient } from "./persistent-client.ts";

/** A simulated trader who makes random money operations without a pause and records every acknowledged one. */
export class WorkloadTrader {
  readonly #stack: Stack;
  readonly #client: PersistentClient;
  readonly #expected: ExpectedState;
  readonly #chance: SeededChance;

  /** @param given.expected shared by all clients of this trader, so that their operations conflict */
  constructor(given: { stack: Stack; client: PersistentClient; expected: ExpectedState; seed: number }) {
    this.#stack = given.stack;
    this.#client = given.client;
    this.#expected = given.expected;
    this.#chance = new SeededChance(hash(given.seed, 2));
  }

  /** Does one random operation. @returns the number of operations */
  async act(): Promise<1> {
    await this.#actByChance();
    return 1;
  }

  async #actByChance(): Promise<void> {
    const { deposits, expectedPaid, expectedCancelled, withdrawals, expectedReturned } = this.#expected;
    const unpaid = this.#chance.oneOf(
      [...deposits.keys()].filter((id) => !expectedPaid.has(id) && !expectedCancelled.has(id)),
    );
    const openWithdrawal = this.#chance.oneOf([...withdrawals.keys()].filter((id) => !expectedReturned.has(id)));
    const any = this.#chance.oneOf([...deposits.keys()]);
    const chance = this.#chance.next();
    if (chance < 0.2) return this.#withdraw();
    if (chance < 0.3 && openWithdrawal) return this.#cancelWithdrawal(openWithdrawal);
    if (chance < 0.35 && any) return this.#verify(any);
    if (chance < 0.4 && unpaid) return this.#cancelDeposit(unpaid, deposits.get(unpaid)?.md5Hash ?? "");
    if (chance < 0.75 && unpaid) return this.#pay(unpaid);
    return this.#open();
  }

  /** Verifies every deposit that was paid at the bank until the product reports it as paid. */
  async settle(): Promise<void> {
    const { paidAtBank, expectedPaid } = this.#expected;
    for (const id of paidAtBank) {
      while (!expectedPaid.has(id)) await this.#verify(id);
    }
  }

  async #open(): Promise<void> {
    const amountCents = 10_00 + Math.floor(this.#chance.next() * 40_00);
    const reply = await this.#client.post("/api/deposit/generate-khqr", { amount: amountCents / 100 });
    if (reply?.body.code === "too_many_open") {
      // Cancel deposits that were opened by abandoned requests.
      const { body } = await this.#client.get("/api/deposit/history?status=pending");
      for (const { _id, md5Hash } of body.deposits) {
        if (!this.#expected.deposits.has(_id)) await this.#cancelDeposit(_id, md5Hash);
      }
    } else if (reply) {
      expect(reply).toMatchObject({ status: 201, body: { deposit: { amount: amountCents / 100 } } });
      const { _id, md5Hash, qrString } = reply.body.deposit;
      this.#expected.deposits.set(_id, { md5Hash, qrString, amountCents });
    }
  }

  /** Pays a code at the bank, unless it is paid already, and verifies the payment. */
  async #pay(id: string): Promise<void> {
    const { deposits, paidAtBank } = this.#expected;
    if (!paidAtBank.has(id)) {
      paidAtBank.add(id);
      await payAtBank(this.#stack, deposits.get(id)?.qrString ?? "");
    }
    await this.#verify(id);
  }

  async #verify(id: string): Promise<void> {
    const { deposits, paidAtBank, expectedPaid } = this.#expected;
    await this.#resetCallBudgets(id);
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
    this.#expected.expectedCancelled.add(id);
  }

  async #withdraw(): Promise<void> {
    const amountCents = 1 + Math.floor(this.#chance.next() * 30_00);
    const reply = await this.#client.post("/api/withdrawal/request", withdrawalAsk(amountCents / 100));
    if (reply?.body.code === "too_many_pending") {
      const { body } = await this.#client.get("/api/withdrawal/history");
      for (const { _id, status } of body.withdrawals) {
        if (status === "pending" && !this.#expected.withdrawals.has(_id)) await this.#cancelWithdrawal(_id);
      }
    } else if (reply && reply.body.code !== "insufficient_funds") {
      expect(reply).toMatchObject({ status: 201, body: { withdrawal: { amount: amountCents / 100 } } });
      this.#expected.withdrawals.set(reply.body.withdrawal._id, { amountCents });
    }
  }

  async #cancelWithdrawal(id: string): Promise<void> {
    const reply = await this.#client.post("/api/withdrawal/cancel", { id });
    // Another client of this trader decided first.
    if (!reply || reply.body.code === "wrong_state") return;
    expect(reply).toMatchObject({ status: 200, body: { withdrawal: { status: "rejected", cancelledByUser: true } } });
    this.#expected.expectedReturned.add(id);
  }

  /**
   * Resets the call budgets of the payment network: per trader, per second in total, and the back-off after failures.
   */
  #resetCallBudgets(depositId: string): Promise<void> {
    return this.#client.write([
      sql`UPDATE deposits SET asked_at_ms = 0 WHERE user_id = (SELECT user_id FROM deposits WHERE id = ${depositId})`,
      sql`UPDATE deposits SET next_ask_at_ms = 0 WHERE id = ${depositId} AND status <> 'paid'`,
      sql`UPDATE providers SET calls_in_second = 0, sweep_calls_in_second = 0, open_until_ms = 0`,
      sql`DELETE FROM counters WHERE key = ${`verifyPaymentByDeposit:${depositId}`}`,
    ]);
  }
}
