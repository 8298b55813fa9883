import { AppError } from "../../contract/errors.ts";
import { CURRENCY, DEPOSIT } from "../../contract/limits.ts";
import { type Cents, cents, centsFromDollars, formatUsd } from "../../contract/money.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";

/** The rules of payments that wait for a decision: pure, no I/O, no clock. */

/** The facts of an exception that decide whether an action on it is allowed. */
type ExceptionFacts = { status: string; version: number; traderId: string; decidedByName: string | null };

/**
 * Refuses an action on an exception that is missing, is the admin's own, or has changed since the admin saw it.
 * @throws AppError `not_found` | `own_account` | `wrong_state` naming who decided
 */
export function assertOpen<T extends ExceptionFacts>(exception: T | undefined, version: number, adminId: string): T {
  if (!exception) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (exception.traderId === adminId) throw new AppError("own_account", ERROR_TEXT.own_account);
  if (exception.status !== "open") {
    throw new AppError("wrong_state", `${exception.decidedByName} has already ${exception.status} this payment`);
  }
  if (exception.version !== version) {
    throw new AppError("wrong_state", "This payment has changed since you opened it. Refresh to see how.");
  }
  return exception;
}

/** The facts of a payment that decide how much of it can be credited. */
type PaidSum = { paidAmount: number; paidCurrency: string; reason: string };

/** Why nothing of a payment can be credited. */
type NotCreditable = "settlement_used" | "less_than_a_cent";

/**
 * The maximum that a match can credit, in cents: for a payment in dollars the paid amount, for another currency the
 * largest deposit. 0 for a payment that another deposit was credited for, and for less than a cent.
 * @param paid.paidAmount in units of its currency
 */
export function creditable({ paidAmount, paidCurrency, reason }: PaidSum): {
  mostCents: Cents;
  obstacle: NotCreditable | null;
} {
  if (reason === "settlement_used") return { mostCents: cents(0), obstacle: "settlement_used" };
  // The network's amount is a double: a tiny fraction below a cent counts as that cent.
  const paidCents = Math.floor(paidAmount * 100 + 1e-6);
  if (paidCents < 1) return { mostCents: cents(0), obstacle: "less_than_a_cent" };
  return { mostCents: paidCurrency === CURRENCY ? cents(paidCents) : cents(DEPOSIT.amountCentsMax), obstacle: null };
}

/**
 * Converts the amount that a match credits from dollars: at most what {@link creditable} allows.
 * @throws AppError `invalid_input` | `settlement_used` | `wrong_state` when nothing can be credited
 */
export function matchAmount(dollars: number, paid: PaidSum): Cents {
  const { mostCents, obstacle } = creditable(paid);
  if (obstacle === "settlement_used") throw new AppError(obstacle, "This payment was already processed");
  if (obstacle !== null) throw new AppError("wrong_state", "Less than a cent was paid, so nothing can be credited");
  const refuse = (message: string) => new AppError("invalid_input", message, { field: "amount" });
  const amountCents = centsFromDollars(dollars);
  if (amountCents === null) throw refuse("Enter an amount with at most two decimals");
  if (amountCents <= 0) throw refuse("Amount must be greater than 0");
  if (amountCents > mostCents) {
    throw refuse(
      paid.paidCurrency === CURRENCY
        ? `Only ${formatUsd(mostCents)} was paid; more cannot be credited`
        : `At most ${formatUsd(mostCents)} can be credited`,
    );
  }
  return amountCents;
}
