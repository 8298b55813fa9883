import type { Review } from "./deposit-calls.ts";

/**
 * The states of the deposit modal: method, amount, payment. Pure: no I/O, no clock; `use-deposit-flow.ts` drives it.
 * Source: specification section 2 (Account screen) and section 4 (Deposit status).
 */

export type DepositStatus = "pending" | "paid" | "failed" | "expired" | "cancelled";

/** The fields of a new deposit that the modal needs; the API's response has more. Money in dollars. */
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

/** The state of the request for a payment code. */
export type Making = {
  isRunning: boolean;
  error: string | null;
};

/** The state of one code's payment. */
export type Payment = {
  deposit: PayableDeposit;
  status: DepositStatus;
  /** When the code expires, epoch ms by this browser's clock, which may differ from the server's by hours. */
  endsAtMs: number;
  /** When the API last reported the status, epoch ms; initially when the code was requested. */
  checkedAtMs: number;
  /** `network_slow`: the payment network has not answered the API yet. `unreachable`: the API did not answer this browser. */
  trouble: "none" | "network_slow" | "unreachable";
  /** A payment that did not match this deposit: then nothing more is to be paid. */
  review: Review | null;
};

/** The modal's current step and its data. */
export type DepositFlow =
  | { step: "method" }
  | { step: "amount"; making: Making }
  | { step: "payment"; making: Making; payment: Payment };

/** Events of the deposit modal: actions of the trader and responses of the API. */
export type DepositEvent =
  | { type: "method_chosen" }
  | { type: "went_back" }
  | { type: "code_asked" }
  | { type: "code_refused"; message: string }
  /** @property askedAtMs when the request was sent, so that the code's shown lifetime never exceeds the real one */
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

/** The state of a newly opened modal. */
export const FIRST_STEP: DepositFlow = { step: "method" };

export const STEP_COUNT = 3;
export const STEP_NUMBER: Record<DepositFlow["step"], number> = { method: 1, amount: 2, payment: 3 };

const IDLE: Making = { isRunning: false, error: null };

/**
 * The state after an event. An event that does not fit the state, such as a late response about an earlier code,
 * changes nothing.
 */
export function nextDepositFlow(flow: DepositFlow, event: DepositEvent): DepositFlow {
  switch (event.type) {
    case "method_chosen":
      return flow.step === "method" ? { step: "amount", making: IDLE } : flow;
    case "went_back":
      return flow.step === "amount" && !flow.making.isRunning ? { step: "method" } : flow;
    case "code_asked":
      return flow.step === "method" ? flow : { ...flow, making: { isRunning: true, error: null } };
    case "code_refused":
      return flow.step === "method" ? flow : { ...flow, making: { isRunning: false, error: event.message } };
    case "code_made":
      return { step: "payment", making: IDLE, payment: startPayment(event.deposit, event.askedAtMs) };
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

/** Only a pending payment changes: final statuses stay. */
function withPayment(flow: DepositFlow, md5Hash: string, change: Partial<Payment>): DepositFlow {
  if (flow.step !== "payment" || flow.payment.deposit.md5Hash !== md5Hash || flow.payment.status !== "pending") {
    return flow;
  }
  return { ...flow, payment: { ...flow.payment, ...change } };
}

/** The hash of the code to poll while its deposit is pending; null without one. */
export function pendingMd5(flow: DepositFlow): string | null {
  return flow.step === "payment" && flow.payment.status === "pending" ? flow.payment.deposit.md5Hash : null;
}

/** The hash of the code to cancel when the modal closes, because it has no payment yet; null without one. */
export function unpaidMd5(flow: DepositFlow): string | null {
  return flow.step === "payment" && flow.payment.review === null ? pendingMd5(flow) : null;
}

/**
 * The status to show. An expired code is shown as expired at once but still polled: it may have been paid in its last
 * second.
 * @param nowMs epoch ms by this browser's clock
 */
export function shownStatus(payment: Payment, nowMs: number): DepositStatus {
  return payment.status === "pending" && nowMs >= payment.endsAtMs ? "expired" : payment.status;
}
