import { describe, expect, test } from "bun:test";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import {
  type DepositEvent,
  type DepositFlow,
  FIRST_STEP,
  nextDepositFlow,
  type PayableDeposit,
  pendingMd5,
  shownStatus,
  unpaidMd5,
} from "./deposit-flow.ts";

/** The server's clock is a day ahead of the browser's, which starts at 0 in these tests. */
function deposit(md5Hash = "a".repeat(32)): PayableDeposit {
  return {
    amount: 100,
    md5Hash,
    billNumber: "D23456789AB",
    qrString: "000201",
    deeplink: null,
    createdAt: "2026-11-21T10:00:00.000Z",
    expiresAt: "2026-11-21T10:10:00.000Z",
  };
}

function after(...events: DepositEvent[]): DepositFlow {
  return events.reduce(nextDepositFlow, FIRST_STEP);
}

const chosen: DepositEvent = { type: "method_chosen" };
const codeRequested: DepositEvent = { type: "code_asked" };
const codeCreated: DepositEvent = { type: "code_made", deposit: deposit(), askedAtMs: 0 };

function checked(status: "pending" | "paid" | "failed" | "expired" | "cancelled", atMs = 5_000): DepositEvent {
  return { type: "checked", md5Hash: deposit().md5Hash, status, review: null, isNetworkSlow: false, atMs };
}

function paymentOf(flow: DepositFlow) {
  if (flow.step !== "payment") throw new Error(`the flow is at ${flow.step}`);
  return flow.payment;
}

describe("the steps", () => {
  test("go from method to amount to payment", () => {
    expect(after().step).toBe("method");
    expect(after(chosen).step).toBe("amount");
    expect(after(chosen, codeRequested).step).toBe("amount");
    expect(after(chosen, codeRequested, codeCreated).step).toBe("payment");
  });

  test("go back from the amount, but not while a code is being created", () => {
    expect(after(chosen, { type: "went_back" }).step).toBe("method");
    expect(after(chosen, codeRequested, { type: "went_back" }).step).toBe("amount");
  });

  test("keep the reason of a refusal until the next attempt", () => {
    const refused = after(chosen, codeRequested, { type: "code_refused", message: "no" });
    expect(refused).toEqual({ step: "amount", making: { isRunning: false, error: "no" } });
    expect(nextDepositFlow(refused, codeRequested)).toEqual({
      step: "amount",
      making: { isRunning: true, error: null },
    });
  });
});

describe("the payment", () => {
  test("counts the code's lifetime from the request, whatever the server's clock says", () => {
    const payment = paymentOf(
      after(chosen, codeRequested, { type: "code_made", deposit: deposit(), askedAtMs: 1_000 }),
    );
    expect(payment.endsAtMs).toBe(1_000 + 10 * MINUTE_MS);
    expect(payment.checkedAtMs).toBe(1_000);
  });

  test.each(["paid", "failed", "expired", "cancelled"] as const)("that is %s is not polled any more", (status) => {
    const flow = after(chosen, codeRequested, codeCreated, checked(status));
    expect(paymentOf(flow).status).toBe(status);
    expect(pendingMd5(flow)).toBeNull();
  });

  test("does not change after its final status", () => {
    const paid = after(chosen, codeRequested, codeCreated, checked("paid"));
    expect(nextDepositFlow(paid, checked("pending"))).toBe(paid);
    expect(nextDepositFlow(paid, { type: "check_failed", md5Hash: deposit().md5Hash })).toBe(paid);
  });

  test("ignores a late response about an earlier code", () => {
    const renewed = after(chosen, codeRequested, codeCreated, checked("expired"), codeRequested, {
      type: "code_made",
      deposit: deposit("b".repeat(32)),
      askedAtMs: 11 * MINUTE_MS,
    });
    expect(pendingMd5(renewed)).toBe("b".repeat(32));
    expect(nextDepositFlow(renewed, checked("paid"))).toBe(renewed);
  });

  test("stays pending without responses, keeps the time of the last one and recovers with the next", () => {
    const lost = after(chosen, codeRequested, codeCreated, checked("pending", 5_000), {
      type: "check_failed",
      md5Hash: deposit().md5Hash,
    });
    expect(paymentOf(lost)).toMatchObject({ status: "pending", trouble: "unreachable", checkedAtMs: 5_000 });
    expect(pendingMd5(lost)).toBe(deposit().md5Hash);
    expect(paymentOf(nextDepositFlow(lost, checked("pending", 15_000)))).toMatchObject({
      trouble: "none",
      checkedAtMs: 15_000,
    });
  });

  test("reports a slow payment network", () => {
    const slow = after(chosen, codeRequested, codeCreated, {
      type: "checked",
      md5Hash: deposit().md5Hash,
      status: "pending",
      review: null,
      isNetworkSlow: true,
      atMs: 5_000,
    });
    expect(paymentOf(slow).trouble).toBe("network_slow");
  });

  test("with a mismatch is not cancelled by closing, and is polled until an admin has decided", () => {
    const review = { status: "open", reason: "wrong_amount", paidAmount: 90, paidCurrency: "USD" } as const;
    const flow = after(chosen, codeRequested, codeCreated);
    expect(unpaidMd5(flow)).toBe(deposit().md5Hash);
    const reviewed = nextDepositFlow(flow, {
      type: "checked",
      md5Hash: deposit().md5Hash,
      status: "pending",
      isNetworkSlow: false,
      atMs: 5_000,
      review: { ...review, creditedAmount: null, note: null, decidedAt: null },
    });
    expect(unpaidMd5(reviewed)).toBeNull();
    expect(pendingMd5(reviewed)).toBe(deposit().md5Hash);
  });

  test("is shown as expired from its expiry on, and still polled", () => {
    const flow = after(chosen, codeRequested, codeCreated);
    expect(shownStatus(paymentOf(flow), 10 * MINUTE_MS - 1)).toBe("pending");
    expect(shownStatus(paymentOf(flow), 10 * MINUTE_MS)).toBe("expired");
    expect(pendingMd5(flow)).not.toBeNull();
    expect(shownStatus(paymentOf(after(chosen, codeRequested, codeCreated, checked("paid"))), 11 * MINUTE_MS)).toBe(
      "paid",
    );
  });
});
