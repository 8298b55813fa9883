import { AppError } from "../contract/errors.ts";
import { accountIdOf } from "../contract/khqr-fields.ts";
import { CURRENCY, DEPOSIT } from "../contract/limits.ts";
import { type Cents, centsFromDollars } from "../contract/money.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import type { Translated } from "../contract/translated.ts";
import { LIMIT_TEXT } from "../platform/api-text.ts";
import { DEPOSIT_TEXT } from "./deposit-answers.ts";

/** The rules of deposits: pure, no I/O, no clock. */

/** The state of a deposit. */
export type DepositStatus = "pending" | "paid" | "failed" | "expired" | "cancelled";

/**
 * Converts the amount of a deposit from dollars.
 * @throws AppError `invalid_input` with the specification's messages (section 5, "Deposit")
 */
export function depositAmount(dollars: number): Cents {
  const refuse = (message: Translated) => new AppError("invalid_input", message, { field: "amount" });
  const amountCents = centsFromDollars(dollars);
  if (amountCents === null) throw refuse(DEPOSIT_TEXT.decimals);
  if (amountCents < DEPOSIT.amountCentsMin) throw refuse(LIMIT_TEXT.depositMin);
  if (amountCents > DEPOSIT.amountCentsMax) throw refuse(LIMIT_TEXT.depositMax);
  return amountCents;
}

/** A payment for a code, as the payment network reports it. */
export type Payment = {
  settlementHash: string;
  /** The payer's account at the network, if reported. */
  fromAccountId: string | null;
  toAccountId: string;
  currency: string;
  /** Dollars, as the network sends them. */
  amount: number;
  /** When it was made, epoch ms, if reported. */
  atMs: number | null;
};

/** The result of comparing a payment with its deposit. */
export type Verdict = "credit" | "wrong_account" | "wrong_currency" | "wrong_amount" | "paid_before_created";

/**
 * Compares a payment with its deposit: only when everything agrees is it credited. Source: `security.md` section 2,
 * rule 3.
 * @param deposit.qrString its code, created by us: it names our account at that time, even if another one is configured
 * today
 * @param clockSkewMs how far the network's clock may be behind ours
 */
export function judgePayment(
  payment: Payment,
  deposit: { amountCents: number; createdAtMs: number; qrString: string },
  clockSkewMs = 60_000,
): Verdict {
  // The network may write the same account in another case than the code does.
  if (payment.toAccountId.toLowerCase() !== accountIdOf(deposit.qrString)?.toLowerCase()) return "wrong_account";
  if (payment.currency !== CURRENCY) return "wrong_currency";
  if (centsFromDollars(payment.amount) !== deposit.amountCents) return "wrong_amount";
  if (payment.atMs !== null && payment.atMs < deposit.createdAtMs - clockSkewMs) return "paid_before_created";
  return "credit";
}

/** How long after a deposit has ended unpaid its payment can still be credited, in ms. */
export const LATE_POLLS_END_MS = 48 * HOUR_MS;
/**
 * The ages, counted from the end of an unpaid deposit, at which the sweep polls again for a late payment. The intervals
 * grow, because most late payments arrive soon and the number of calls is limited.
 */
const LATE_POLLS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  ...[1, 2, 4, 8, 16, 32].map((hours) => hours * HOUR_MS),
  LATE_POLLS_END_MS,
];
/**
 * A deposit is due this long before the cron's minute, so that it is also due for a run which begins a little early.
 */
const BEFORE_MINUTE_MS = 5_000;

/**
 * When the sweep polls the payment network next.
 * @param endedAtMs when the deposit failed, expired or was cancelled; null while it is pending
 * @param nowMs when it was opened or polled, epoch ms
 * @returns epoch ms, or null when polling is over
 */
export function nextPollAt(endedAtMs: number | null, nowMs: number): number | null {
  if (endedAtMs === null) {
    const minutes = Math.floor((nowMs + BEFORE_MINUTE_MS) / MINUTE_MS) + 1;
    return minutes * MINUTE_MS - BEFORE_MINUTE_MS;
  }
  const age = nowMs - endedAtMs;
  const next = LATE_POLLS_MS.find((at) => at > age);
  return next === undefined ? null : endedAtMs + next;
}
