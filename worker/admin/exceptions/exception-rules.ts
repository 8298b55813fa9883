import { AppError } from "../../contract/errors.ts";
import type { Both } from "../../contract/in-both.ts";
import { CURRENCY, DEPOSIT } from "../../contract/limits.ts";
import { type Cents, cents, centsFromDollars, formatUsd } from "../../contract/money.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { COMMAND_TEXT } from "../commands/command-answers.ts";

const TEXT = COMMAND_TEXT.exception;

/** The rules of payments that wait for a decision: pure, no I/O, no clock. */

/** The facts of an exception that decide whether an action on it is allowed. */
type ExceptionFacts = {
  status: "open" | "matched" | "refunded" | "dismissed";
  version: number;
  traderId: string;
  decidedByName: string | null;
};

/**
 * Refuses an action on an exception that is missing, is the admin's own, or has changed since the admin saw it.
 * @throws AppError `not_found` | `own_account` | `wrong_state` naming who decided
 */
export function assertOpen<T extends ExceptionFacts>(exception: T | undefined, version: number, adminId: string): T {
  if (!exception) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (exception.traderId === adminId) throw new AppError("own_account", ERROR_TEXT.own_account);
  if (exception.status !== "open") {
    throw new AppError("wrong_state", TEXT.decided(exception.decidedByName, exception.status));
  }
  if (exception.version !== version) {
    throw new AppError("wrong_state", TEXT.changed);
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
  if (obstacle === "settlement_used") throw new AppError(obstacle, COMMAND_TEXT.paymentProcessed);
  if (obstacle !== null) throw new AppError("wrong_state", TEXT.lessThanACent);
  const refuse = (message: Both) => new AppError("invalid_input", message, { field: "amount" });
  const amountCents = centsFromDollars(dollars);
  if (amountCents === null) throw refuse(TEXT.decimals);
  if (amountCents <= 0) throw refuse(TEXT.notAboveZero);
  if (amountCents > mostCents) {
    const most = formatUsd(mostCents);
    throw refuse(paid.paidCurrency === CURRENCY ? TEXT.abovePaid(most) : TEXT.aboveMost(most));
  }
  return amountCents;
}
