import { AppError, ERROR_TEXT } from "../../contract/errors.ts";
import { CURRENCY, DEPOSIT } from "../../contract/limits.ts";
import { type Cents, cents, centsFromDollars, formatUsd } from "../../contract/money.ts";

/** The rules of payments that wait for a person: pure, no I/O, no clock. */

/** What is read of an exception to judge an act on it. */
type Judged = { status: string; version: number; traderId: string; decidedByName: string | null };

/**
 * Refuses an act on an exception that is not there, is the admin's own, or is not as the admin saw it.
 * @throws AppError `not_found` | `own_account` | `wrong_state` naming who decided
 */
export function assertOpen<T extends Judged>(exception: T | undefined, version: number, adminId: string): T {
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

/** What is read of a payment to say what of it can be credited. */
type PaidSum = { paidAmount: number; paidCurrency: string; reason: string };

/** Why nothing of a payment can be credited. */
type NotCreditable = "settlement_used" | "less_than_a_cent";

/**
 * What a match can credit at most: of a payment in dollars what was paid, of another currency the largest deposit. Nothing
 * of a payment that another deposit was credited for, nor of less than a cent.
 * @param paid.paidAmount in units of its currency
 */
export function creditable({ paidAmount, paidCurrency, reason }: PaidSum): {
  mostCents: Cents;
  obstacle: NotCreditable | null;
} {
  if (reason === "settlement_used") return { mostCents: cents(0), obstacle: "settlement_used" };
  // A network's amount is a double: what lies a hair below a cent is that cent.
  const paidCents = Math.floor(paidAmount * 100 + 1e-6);
  if (paidCents < 1) return { mostCents: cents(0), obstacle: "less_than_a_cent" };
  return { mostCents: paidCurrency === CURRENCY ? cents(paidCents) : cents(DEPOSIT.amountCentsMax), obstacle: null };
}

/**
 * What a match credits, from dollars: at most what {@link creditable} allows; of another currency what two admins agree on.
 * @throws AppError `invalid_input` | `settlement_used` | `wrong_state` where nothing can be credited
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
