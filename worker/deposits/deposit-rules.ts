import { AppError } from "../contract/errors.ts";
import { LIMIT_TEXT } from "../contract/limit-text.ts";
import { CURRENCY, DEPOSIT } from "../contract/limits.ts";
import { type Cents, centsFromDollars } from "../contract/money.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { accountIdOf } from "./khqr.ts";

/** The rules of deposits: pure, no I/O, no clock. */

export type DepositStatus = "pending" | "paid" | "failed" | "expired" | "cancelled";

/**
 * The amount of a deposit, from dollars.
 * @throws AppError `invalid_input` with the specification's texts (section 5, Deposit)
 */
export function depositAmount(dollars: number): Cents {
  const refuse = (message: string) => new AppError("invalid_input", message, { field: "amount" });
  const amountCents = centsFromDollars(dollars);
  if (amountCents === null) throw refuse("Enter an amount with at most two decimals");
  if (amountCents < DEPOSIT.amountCentsMin) throw refuse(LIMIT_TEXT.depositMin);
  if (amountCents > DEPOSIT.amountCentsMax) throw refuse(LIMIT_TEXT.depositMax);
  return amountCents;
}

/** What the payment network says was paid for a code. */
export type Payment = {
  settlementHash: string;
  /** The payer's account at the network, if the network says. */
  fromAccountId: string | null;
  toAccountId: string;
  currency: string;
  /** Dollars as the network sends them. */
  amount: number;
  /** When it was made, epoch ms, if the network says. */
  atMs: number | null;
};

export type Verdict = "credit" | "wrong_account" | "wrong_currency" | "wrong_amount" | "paid_before_created";

/**
 * Whether a payment pays a deposit: everything must agree. Source: `security.md` section 2, rule 3.
 * @param deposit.qrString its code, which we made: it names the account that was ours then, whatever is configured today
 * @param clockSkewMs      how far the network's clock may be behind ours
 */
export function judgePayment(
  payment: Payment,
  deposit: { amountCents: number; createdAtMs: number; qrString: string },
  clockSkewMs = 60_000,
): Verdict {
  // The network may write the same account in other letters than the code does.
  if (payment.toAccountId.toLowerCase() !== accountIdOf(deposit.qrString)?.toLowerCase()) return "wrong_account";
  if (payment.currency !== CURRENCY) return "wrong_currency";
  if (centsFromDollars(payment.amount) !== deposit.amountCents) return "wrong_amount";
  if (payment.atMs !== null && payment.atMs < deposit.createdAtMs - clockSkewMs) return "paid_before_created";
  return "credit";
}

/** So long after a deposit has ended unpaid its money can still be credited. */
export const LATE_ASKS_END_MS = 48 * HOUR_MS;
/**
 * After a deposit has ended unpaid its money may still come; asked at these ages. The pauses grow: what comes late comes soon
 * after the end, and the calls are few.
 */
const LATE_ASKS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  ...[1, 2, 4, 8, 16, 32].map((hours) => hours * HOUR_MS),
  LATE_ASKS_END_MS,
];
/** A deposit is due this long before the cron's minute, so that a run which begins a little early finds it due too. */
const BEFORE_MINUTE_MS = 5_000;

/**
 * When the sweep asks the payment network next.
 * @param endedAtMs when the deposit failed, expired or was cancelled; null while it is pending
 * @param nowMs     when it was opened or asked about
 * @returns epoch ms, or null when there is nothing more to ask
 */
export function nextAskAt(endedAtMs: number | null, nowMs: number): number | null {
  if (endedAtMs === null) {
    const minutes = Math.floor((nowMs + BEFORE_MINUTE_MS) / MINUTE_MS) + 1;
    return minutes * MINUTE_MS - BEFORE_MINUTE_MS;
  }
  const age = nowMs - endedAtMs;
  const next = LATE_ASKS_MS.find((at) => at > age);
  return next === undefined ? null : endedAtMs + next;
}
