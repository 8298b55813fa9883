import { expect } from "bun:test";
import { hash } from "../price-source/hash.ts";
import { SeededChance } from "../seeded-chance.ts";
import { sentImage } from "../test/test-withdrawals.ts";
import type { ExpectedState } from "./expected-state.ts";
import type { PersistentClient } from "./persistent-client.ts";

type Waiting = { _id: string; userId: string; version: number };

/**
 * A simulated admin who makes random decisions about withdrawals without a pause and records every acknowledged one.
 */
export class WorkloadAdmin {
  readonly #client: PersistentClient;
  readonly #expectedStates: readonly ExpectedState[];
  readonly #chance: SeededChance;

  constructor(given: { client: PersistentClient; expectedStates: readonly ExpectedState[]; seed: number }) {
    this.#client = given.client;
    this.#expectedStates = given.expectedStates;
    this.#chance = new SeededChance(hash(given.seed, 2));
  }

  /** Decides about one open withdrawal. @returns the number of operations: 0 when none is open */
  async act(): Promise<0 | 1> {
    const status = this.#chance.next() < 0.5 ? "pending" : "approved";
    const { body } = await this.#client.get(`/api/admin/withdrawals?status=${status}&limit=5`);
    const waiting: Waiting | undefined = this.#chance.oneOf(body.withdrawals);
    const expected = this.#expectedStates.find(({ userId }) => userId === waiting?.userId);
    if (!waiting || !expected) return 0;
    if (this.#chance.next() < 0.2) {
      await this.#decide(waiting, "reject", { reason: "other", notes: "Not today" }, expected.expectedRejected);
    } else if (status === "pending") {
      await this.#decide(waiting, "approve", { images: [sentImage("Checked")] }, expected.expectedApproved);
    } else {
      const paid = { paymentId: `FT-${waiting._id}`, proof: sentImage("Paid") };
      await this.#decide(waiting, "complete", paid, expected.expectedCompleted);
    }
    return 1;
  }

  async #decide({ _id: id, version }: Waiting, action: string, body: object, acknowledged: Set<string>): Promise<void> {
    const reply = await this.#client.post(`/api/admin/withdrawals/${id}/${action}`, { version, ...body });
    // Another admin or the trader decided first.
    if (!reply || reply.body.code === "wrong_state") return;
    expect([action, reply.status, reply.body.code]).toEqual([action, 200, undefined]);
    acknowledged.add(id);
  }
}
