import { expect } from "bun:test";
import { hash } from "../price-source/hash.ts";
import { SeededChance } from "../seeded-chance.ts";
import { sentImage } from "../test/test-withdrawals.ts";
import type { ExpectedState } from "./expected-state.ts";
import type { PersistentClient } from "./persistent-client.ts";

type Waiting = { _id: string; userId: string; version: number };

/** Somebody at the desk who decides about withdrawals without a pause, by chance, and keeps account of every answer. */
export class BusyAdmin {
  readonly #client: PersistentClient;
  readonly #accounts: readonly ExpectedState[];
  readonly #chance: SeededChance;

  constructor(given: { client: PersistentClient; accounts: readonly ExpectedState[]; seed: number }) {
    this.#client = given.client;
    this.#accounts = given.accounts;
    this.#chance = new SeededChance(hash(given.seed, 2));
  }

  /** Decides about one withdrawal that waits. @returns how much it did: nothing when none waits */
  async act(): Promise<0 | 1> {
    const status = this.#chance.next() < 0.5 ? "pending" : "approved";
    const { body } = await this.#client.get(`/api/admin/withdrawals?status=${status}&limit=5`);
    const waiting: Waiting | undefined = this.#chance.oneOf(body.withdrawals);
    const account = this.#accounts.find(({ userId }) => userId === waiting?.userId);
    if (!waiting || !account) return 0;
    if (this.#chance.next() < 0.2) {
      await this.#decide(waiting, "reject", { reason: "other", notes: "Not today" }, account.toldRejected);
    } else if (status === "pending") {
      await this.#decide(waiting, "approve", { images: [sentImage("Checked")] }, account.toldApproved);
    } else {
      const paid = { paymentId: `FT-${waiting._id}`, proof: sentImage("Paid") };
      await this.#decide(waiting, "complete", paid, account.toldCompleted);
    }
    return 1;
  }

  async #decide({ _id: id, version }: Waiting, act: string, body: object, told: Set<string>): Promise<void> {
    const reply = await this.#client.post(`/api/admin/withdrawals/${id}/${act}`, { version, ...body });
    // A colleague or the trader was a moment faster.
    if (!reply || reply.body.code === "wrong_state") return;
    expect([act, reply.status, reply.body.code]).toEqual([act, 200, undefined]);
    told.add(id);
  }
}
