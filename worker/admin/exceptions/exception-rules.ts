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
    throw new AppError("wrong_state", `${exception.decidedByName} has ${exception.status} this payment already`);
  }
  if (exception.version !== version) {
    throw new AppError("wrong_state", "This payment has changed since you looked. Refresh to see how.");
  }
  return exception;
}

/**
 * What a match credits, from dollars: of a payment in dollars never more than was paid; of another currency what two
 * admins agree on, up to the largest deposit.
 * @throws AppError `invalid_input`
 */
export function matchAmount(dollars: number, paid: { paidAmount: number; paidCurrency: string }): Cents {
  const refuse = (message: string) => new AppError("invalid_input", message, { field: "amount" });
  const amountCents = centsFromDollars(dollars);
  if (amountCents === null) throw refuse("Enter an amount with at most two decimals");
  if (amountCents <= 0) throw refuse("Amount must be greater than 0");
  const isUsd = paid.paidCurrency === CURRENCY;
  // A network's amount is a double: what lies a hair below a cent is that cent.
  const mostCents = isUsd ? cents(Math.floor(paid.paidAmount * 100 + 1e-6)) : DEPOSIT.amountCentsMax;
  if (amountCents > mostCents) {
    throw refuse(
      isUsd
        ? `Only ${formatUsd(mostCents)} was paid; more cannot be credited`
        : `At most ${formatUsd(mostCents)} can be credited`,
    );
  }
  return amountCents;
}
