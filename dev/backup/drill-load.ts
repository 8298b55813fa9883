import { hash } from "../price-source/hash.ts";
import { SeededChance } from "../seeded-chance.ts";
import type { Stack } from "../stack.ts";
import { payAtBank, refetch, verifyPayment } from "../test/test-deposits.ts";
import { databaseOf, withdrawalAsk } from "../test/test-money.ts";
import type { Trader } from "../test/test-people.ts";

/** The answers that a trader got. Amounts in dollars. */
export type Answered = { kind: "withdrawal" | "deposit"; id: string; amount: number };
/** A request without an answer: its key can be sent again. */
export type Unanswered = { key: string; amount: number };

/**
 * A trader who asks for withdrawals and payment codes, each with a key, and pays some codes. What was answered and what
 * was not is recorded.
 */
export class DrillTrader {
  readonly trader: Trader;
  readonly answered: Answered[] = [];
  readonly unanswered: Unanswered[] = [];
  readonly #stack: Stack;
  readonly #chance: SeededChance;
  #keys = 0;

  constructor(stack: Stack, trader: Trader, seed: number) {
    this.#stack = stack;
    this.trader = trader;
    this.#chance = new SeededChance(hash(seed, 1));
  }

  async act(): Promise<void> {
    const chance = this.#chance.next();
    if (chance < 0.5) await this.withdraw();
    else if (chance < 0.7) await this.#cancel();
    else await this.#deposit(chance < 0.85);
  }

  /** Asks for a withdrawal of some dollars, whose message is the request's key. */
  async withdraw(): Promise<void> {
    const amount = 1 + Math.floor(this.#chance.next() * 9);
    const key = `${this.trader.userId}-${++this.#keys}`;
    await this.send({ key, amount });
  }

  /** Sends a request for a withdrawal, for the first time or again. @returns the status, 0 without one */
  async send({ key, amount }: Unanswered): Promise<number> {
    const ask = withdrawalAsk(amount, { requestMessage: key });
    const reply = await this.trader
      .post("/api/withdrawal/request", ask, { "Idempotency-Key": key })
      .catch(() => ({ status: 0, body: null }));
    if (reply.status === 201) this.answered.push({ kind: "withdrawal", id: reply.body.withdrawal._id, amount });
    else if (reply.status === 0 || reply.status === 503) this.unanswered.push({ key, amount });
    return reply.status;
  }

  async #cancel(): Promise<void> {
    const open = this.#chance.oneOf(this.answered.filter(({ kind }) => kind === "withdrawal"));
    if (open) await this.trader.post("/api/withdrawal/cancel", { id: open.id }).catch(() => null);
  }

  async #deposit(isPaid: boolean): Promise<void> {
    const amount = 10 + Math.floor(this.#chance.next() * 20);
    const reply = await this.trader.post("/api/deposit/generate-khqr", { amount }).catch(() => null);
    if (reply?.status !== 201) return;
    const { deposit } = reply.body;
    this.answered.push({ kind: "deposit", id: deposit._id, amount });
    if (!isPaid) {
      await this.trader.post("/api/deposit/cancel", { md5Hash: deposit.md5Hash }).catch(() => null);
      return;
    }
    await payAtBank(this.#stack, deposit.qrString);
    await refetch(databaseOf(this.#stack), deposit);
    await verifyPayment(this.trader, deposit).catch(() => null);
  }
}
