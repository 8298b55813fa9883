import type { Withdrawal, WithdrawalLimits } from "../withdrawals/withdrawal-calls.ts";
import { type ApiServer, ok, refuse } from "./api-server.ts";
import { trader } from "./trader.ts";

const ASKED_AT = Date.parse("2025-11-12T03:20:00Z");

/** The payment methods of a trader who has both. */
const BOTH_METHODS = {
  khqr: { image: "/api/image/code.png", isActive: true, holder: "SOKHA CHAN" },
  bankTransfer: { isActive: true, bankName: "ACLEDA Bank", accountId: "0123454471", holder: "SOKHA CHAN" },
};

/** The withdrawal routes of a test API: it keeps withdrawals, and the test decides their outcome. */
export class WithdrawalApi {
  /** Another person in each test, so that data loaded by an earlier one cannot be seen. */
  readonly personId = crypto.randomUUID();
  withdrawals: Withdrawal[] = [];
  balanceUsd = 350.55;
  heldUsd = 0;
  limits: WithdrawalLimits = {
    request: 10_000,
    day: 10_000,
    dayLeft: 10_000,
    moreAt: null,
    wantsVerifiedIdentity: false,
    needsSecondFactor: false,
    owed: null,
  };
  idVerificationStatus: "none" | "pending" | "verified" | "rejected" = "none";
  paymentMethods = BOTH_METHODS;

  constructor(server: ApiServer) {
    server
      .on("GET /api/auth/check", () => ok({ user: this.person(), token: "token-1" }))
      .on("GET /api/user/balance", () => ok({ balance: this.balanceUsd }))
      .on("GET /api/deposit/history", () => ok({ deposits: [], nextCursor: null }))
      .on("GET /api/withdrawal/history", () =>
        ok({ withdrawals: this.withdrawals, limits: this.limits, nextCursor: null }),
      )
      .on("POST /api/withdrawal/request", ({ body }) => this.request(body))
      .on("POST /api/withdrawal/cancel", ({ body }) => this.#cancel(fieldOf(body, "id")));
  }

  /** The person with the current balances. */
  person() {
    const { personId: _id, balanceUsd: balance, heldUsd: heldBalance, paymentMethods, idVerificationStatus } = this;
    return trader({ _id, balance, heldBalance, paymentMethods, idVerificationStatus });
  }

  /** Adds a withdrawal to the history as the newest. */
  add(changes: Partial<Withdrawal> = {}): Withdrawal {
    const number = this.withdrawals.length + 1;
    const withdrawal: Withdrawal = {
      _id: `withdrawal-${number}`,
      number: `WD-${1_000 + 7 * number}`,
      amount: 80,
      currency: "USD",
      status: "pending",
      cancelledByUser: false,
      paymentMethod: "Bank Transfer",
      paymentDetails: { bankName: "ACLEDA Bank", accountId: "0123454471" },
      holder: "SOKHA CHAN",
      requestMessage: "For rent",
      paymentId: null,
      createdAt: new Date(ASKED_AT + number * 60_000).toISOString(),
      reviewedAt: null,
      approvableAt: null,
      approvedAt: null,
      processedAt: null,
      completedAt: null,
      returnedAt: null,
      bank: null,
      rejectedAt: null,
      rejectReason: null,
      adminNotes: null,
      isAsked: false,
      approvals: { have: 0, need: 1 },
      adminImages: [],
      proofOfPayment: null,
      ...changes,
    };
    this.withdrawals = [withdrawal, ...this.withdrawals];
    return withdrawal;
  }

  /** Changes a withdrawal, as the next load of the history shows it. */
  change(id: string, changes: Partial<Withdrawal>): void {
    this.withdrawals = this.withdrawals.map((withdrawal) =>
      withdrawal._id === id ? { ...withdrawal, ...changes } : withdrawal,
    );
  }

  /** Handles a request, as the API does. */
  request(body: unknown): Response {
    const amount = Number(fieldOf(body, "amount"));
    this.balanceUsd = Math.round((this.balanceUsd - amount) * 100) / 100;
    this.heldUsd += amount;
    const withdrawal = this.add({ amount, requestMessage: String(fieldOf(body, "requestMessage")) });
    const message = "Withdrawal request submitted successfully! Admin will review your request.";
    return ok({ withdrawal, message, userBalance: this.balanceUsd });
  }

  #cancel(id: unknown): Response {
    const withdrawal = this.withdrawals.find(({ _id }) => _id === id);
    if (!withdrawal) throw new Error("no withdrawal has this id");
    if (withdrawal.status !== "pending")
      return refuse("wrong_state", `This withdrawal is already ${withdrawal.status}`);
    this.balanceUsd += withdrawal.amount;
    this.heldUsd -= withdrawal.amount;
    const rejectedAt = withdrawal.createdAt;
    this.change(withdrawal._id, { status: "rejected", cancelledByUser: true, rejectedAt });
    return ok({ withdrawal: { ...withdrawal, status: "rejected", cancelledByUser: true, rejectedAt } });
  }
}

function fieldOf(body: unknown, key: string): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, key) : undefined;
}
