import type { Deposit, Review } from "../deposits/deposit-calls.ts";
import type { DepositStatus } from "../deposits/deposit-flow.ts";
import { type ApiServer, ok, refuse } from "./api-server.ts";
import { trader } from "./trader.ts";

const CODE =
  "00020101021229180014tonle@test_bnk52045999530384054031005802KH5913Tonle Trading6010PHNOM PENH62150111D23456789AB6304ABCD";
const OPENED_AT = Date.parse("2026-11-21T15:00:00Z");
const LIFETIME_MS = 10 * 60_000;

const MISMATCH: Review = {
  status: "open",
  reason: "wrong_amount",
  paidAmount: 90,
  paidCurrency: "USD",
  creditedAmount: null,
  note: null,
  decidedAt: null,
};

/** The deposit routes of a test API: it keeps deposits, and the test decides their outcome. */
export class DepositApi {
  readonly deposits: Deposit[] = [];
  balanceUsd: number;
  isNetworkSlow = false;

  constructor(server: ApiServer, balanceUsd = 350.55) {
    this.balanceUsd = balanceUsd;
    server
      .on("GET /api/auth/check", () => ok({ user: trader({ balance: this.balanceUsd }), token: "token-1" }))
      .on("POST /api/deposit/generate-khqr", ({ body }) => this.#generate(amountIn(body)))
      .on("POST /api/deposit/verify-payment", ({ body }) => this.#verify(this.#find(body)))
      .on("POST /api/deposit/cancel", ({ body }) => this.#cancel(this.#find(body)))
      .on("GET /api/deposit/history", () => ok({ deposits: this.deposits, nextCursor: null }));
  }

  /** Adds a deposit to the history as the newest. */
  add({ amount = 100, status }: { amount?: number; status: DepositStatus }): Deposit {
    const number = this.deposits.length + 1;
    const createdAt = new Date(OPENED_AT + number * 1_000).toISOString();
    const deposit = {
      _id: `deposit-${number}`,
      amount,
      status,
      billNumber: `D23456789${String(number).padStart(2, "0")}`,
      createdAt,
      updatedAt: createdAt,
      expiresAt: new Date(Date.parse(createdAt) + LIFETIME_MS).toISOString(),
      paidAmount: status === "paid" ? amount : null,
      paymentVerifiedAt: status === "paid" ? createdAt : null,
      reversedAt: null,
      md5Hash: String(number).padStart(32, "0"),
      review: null,
      credits: status === "paid" ? [{ amount, at: createdAt }] : [],
    };
    this.deposits.unshift(deposit);
    return deposit;
  }

  /** Sets the outcome of the newest deposit; paid money is added to the balance. */
  end(status: DepositStatus): void {
    const [newest] = this.deposits;
    if (!newest) throw new Error("there is no deposit");
    newest.status = status;
    if (status !== "paid") return;
    newest.paidAmount = newest.amount;
    this.balanceUsd += newest.amount;
  }

  /** Adds an unmatched payment for the newest deposit. */
  review(review: Partial<Review>): void {
    const [newest] = this.deposits;
    if (!newest) throw new Error("there is no deposit");
    const decidedAt = review.status && review.status !== "open" ? newest.expiresAt : null;
    newest.review = { ...MISMATCH, ...newest.review, decidedAt, ...review };
    if (!review.creditedAmount) return;
    newest.credits.push({ amount: review.creditedAmount, at: newest.expiresAt });
    this.balanceUsd += review.creditedAmount;
  }

  #generate(amount: number): Response {
    const deposit = this.add({ amount, status: "pending" });
    return ok({ deposit: { ...deposit, qrString: CODE, deeplink: "https://bank.example/pay", qrCodeImage: "data:," } });
  }

  #verify(deposit: Deposit): Response {
    const { status, review, expiresAt } = deposit;
    const underReview = review?.status === "open";
    const { isNetworkSlow: providerDelayed, balanceUsd: userBalance } = this;
    return ok({ status, review, underReview, providerDelayed, userBalance, expiresAt });
  }

  #cancel(deposit: Deposit): Response {
    if (deposit.status !== "pending") return refuse("wrong_state", `This deposit is already ${deposit.status}`);
    deposit.status = "cancelled";
    return ok({ status: "cancelled" });
  }

  #find(body: unknown): Deposit {
    const deposit = this.deposits.find(({ md5Hash }) => md5Hash === fieldOf(body, "md5Hash"));
    if (!deposit) throw new Error("no deposit has this hash");
    return deposit;
  }
}

function amountIn(body: unknown): number {
  return Number(fieldOf(body, "amount"));
}

function fieldOf(body: unknown, key: string): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, key) : undefined;
}
