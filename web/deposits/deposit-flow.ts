import type { Review } from "./deposit-calls.ts";

/**
 * The states of the deposit modal: method, amount, payment. Pure: no I/O, no clock; `use-deposit-flow.ts` feeds it.
 * Source: specification section 2 (Account screen) and section 4 (Deposit status).
 */

export type DepositStatus = "pending" | "paid" | "failed" | "expired" | "cancelled";

/** What the modal needs of a deposit that has just been opened; the API's answer has more. Money in dollars. */
export type PayableDeposit = {
  amount: number;
  md5Hash: string;
  billNumber: string;
  qrString: string;
  deeplink: string | null;
  /** ISO 8601, by the server's clock. */
  createdAt: string;
  expiresAt: string;
};

/** A payment code being made. */
export type Making = {
  isRunning: boolean;
  /** Why the last try gave none. */
  error: string | null;
};

/** How the payment of one code stands. */
export type Payment = {
  deposit: PayableDeposit;
  status: DepositStatus;
  /** When the code ends, epoch ms by this browser's clock, which may be hours away from the server's. */
  endsAtMs: number;
  /** When the API last said how it stands, epoch ms; at first that is when the code was made. */
  checkedAtMs: number;
  /** `network_slow`: the payment network keeps the API waiting. `unreachable`: the API did not answer this browser. */
  trouble: "none" | "network_slow" | "unreachable";
  /** Money that came for it without fitting it: then nothing more is to be paid. */
  review: Review | null;
};

export type DepositFlow =
  | { step: "method" }
  | { step: "amount"; making: Making }
  | { step: "payment"; making: Making; payment: Payment };

export type DepositEvent =
  | { type: "method_chosen" }
  | { type: "went_back" }
  | { type: "code_asked" }
  | { type: "code_refused"; message: string }
  /** @property askedAtMs when the request left, so that the code never seems to live longer than it does */
  | { type: "code_made"; deposit: PayableDeposit; askedAtMs: number }
  | {
      type: "checked";
      md5Hash: string;
      status: DepositStatus;
      review: Review | null;
      isNetworkSlow: boolean;
      atMs: number;
    }
  | { type: "check_failed"; md5Hash: string };

export const FIRST_STEP: DepositFlow = { step: "method" };

/** How many steps there are, and the place of each. */
export const STEP_COUNT = 3;
export const STEP_NUMBER: Record<DepositFlow["step"], number> = { method: 1, amount: 2, payment: 3 };

const AT_REST: Making = { isRunning: false, error: null };

/** What follows from an event. One that does not fit the state, such as a late answer about an earlier code, changes nothing. */
export function nextDepositFlow(flow: DepositFlow, event: DepositEvent): DepositFlow {
  switch (event.type) {
    case "method_chosen":
      return flow.step === "method" ? { step: "amount", making: AT_REST } : flow;
    case "went_back":
      return flow.step === "amount" && !flow.making.isRunning ? { step: "method" } : flow;
    case "code_asked":
      return flow.step === "method" ? flow : { ...flow, making: { isRunning: true, error: null } };
    case "code_refused":
      return flow.step === "method" ? flow : { ...flow, making: { isRunning: false, error: event.message } };
    case "code_made":
      return { step: "payment", making: AT_REST, payment: startPayment(event.deposit, event.askedAtMs) };
    case "checked":
      return withPayment(flow, event.md5Hash, {
        status: event.status,
        review: event.review,
        checkedAtMs: event.atMs,
        trouble: event.isNetworkSlow ? "network_slow" : "none",
      });
    case "check_failed":
      return withPayment(flow, event.md5Hash, { trouble: "unreachable" });
  }
}

function startPayment(deposit: PayableDeposit, askedAtMs: number): Payment {
  const lifetimeMs = Date.parse(deposit.expiresAt) - Date.parse(deposit.createdAt);
  return {
    deposit,
    status: "pending",
    endsAtMs: askedAtMs + lifetimeMs,
    checkedAtMs: askedAtMs,
    trouble: "none",
    review: null,
  };
}

/** Only a pending payment changes: what has ended stays as it ended. */
function withPayment(flow: DepositFlow, md5Hash: string, change: Partial<Payment>): DepositFlow {
  if (flow.step !== "payment" || flow.payment.deposit.md5Hash !== md5Hash || flow.payment.status !== "pending") {
    return flow;
  }
  return { ...flow, payment: { ...flow.payment, ...change } };
}

/** The code that is asked about while its deposit is pending; null without one. */
export function pendingMd5(flow: DepositFlow): string | null {
  return flow.step === "payment" && flow.payment.status === "pending" ? flow.payment.deposit.md5Hash : null;
}

/** The code that nobody has paid yet, which is cancelled when the modal closes; null without one. */
export function unpaidMd5(flow: DepositFlow): string | null {
  return flow.step === "payment" && flow.payment.review === null ? pendingMd5(flow) : null;
}

/**
 * What the screen says. A code whose time is over is shown as expired at once, while the API is still asked: it may have
 * been paid in its last second.
 * @param nowMs epoch ms by this browser's clock
 */
export function shownStatus(payment: Payment, nowMs: number): DepositStatus {
  return payment.status === "pending" && nowMs >= payment.endsAtMs ? "expired" : payment.status;
}
