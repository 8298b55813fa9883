import { BOOK_TEXT } from "../../books/book-answers.ts";
import type { FactAccount } from "../../books/book-plan.ts";
import { AppError } from "../../contract/errors.ts";
import { CURRENCY, DEPOSIT } from "../../contract/limits.ts";
import { type Cents, cents, centsFromDollars, formatUsd } from "../../contract/money.ts";
import type { Translated } from "../../contract/translated.ts";
import type { DepositStatus } from "../../deposits/deposit-rules.ts";
import { formatPaid } from "../../deposits/payment-mails.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { COMMAND_TEXT } from "../commands/command-answers.ts";

const TEXT = COMMAND_TEXT.exception;

/** The rules of payments that wait for a decision: pure, no I/O, no clock. */

/** What the database holds of what a decision may touch. @property rateHundredths riel for a dollar of this payment */
export type DecisionFacts = { accounts: readonly FactAccount[]; rateHundredths: number };

/** The facts of an exception that decide whether an action on it is allowed. */
type ExceptionFacts = {
  status: "open" | "matched" | "refunded" | "dismissed";
  version: number;
  /** Null while nobody knows whose payment it is. */
  traderId: string | null;
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

/** The facts of the trader to whom a payment is credited whose payer nobody knew. */
type ChosenFacts = { _id: string; closedAtMs: number | null; frozenAtMs: number | null };

/**
 * The trader to whom a match credits a payment: that of its deposit, or where nobody knew the payer the one whom the admin has chosen.
 * @throws AppError `invalid_input` for a missing, closed or frozen one, and for one beside that of the deposit | `own_account`
 */
export function traderOfMatch<T extends ChosenFacts>(
  { user }: { user: T | null },
  { userId, found }: { userId: string | undefined; found: T | undefined },
  adminId: string,
): T {
  const refuse = (message: Translated) => new AppError("invalid_input", message, { field: "userId" });
  if (user !== null) {
    if (userId !== undefined && userId !== user._id) throw refuse(TEXT.traderKnown);
    return user;
  }
  if (!found) throw refuse(TEXT.traderMissing);
  if (found.closedAtMs !== null) throw refuse(BOOK_TEXT.accountClosed);
  if (found._id === adminId) throw new AppError("own_account", ERROR_TEXT.own_account);
  if (found.frozenAtMs !== null) throw refuse(TEXT.traderFrozen);
  return found;
}

/** The facts of a payment that decide how much of it can be credited. */
type PaidSum = {
  reason: string;
  paidAmount: number;
  paidCurrency: string;
  /** The deposit that this very payment was credited to. */
  creditedTo: { id: string } | null;
  /** The deposit whose code was paid; null while nobody knows whose payment it is. */
  deposit: { status: DepositStatus } | null;
};

/** Why nothing of a payment can be credited: it was credited before, its code was, or there is nothing. */
type NotCreditable = "settlement_used" | "code_credited" | "less_than_a_cent";

/**
 * The maximum that a match can credit, in cents: for a payment in dollars the paid amount, for another currency the
 * largest deposit. 0 for a payment that was credited before, for one whose code was (a code is credited once), and for
 * less than a cent.
 * @param paid.paidAmount in units of its currency
 */
export function creditable(paid: PaidSum): { mostCents: Cents; obstacle: NotCreditable | null } {
  const { paidAmount, paidCurrency, deposit } = paid;
  if (wasCredited(paid)) return { mostCents: cents(0), obstacle: "settlement_used" };
  if (deposit?.status === "paid") return { mostCents: cents(0), obstacle: "code_credited" };
  const paidCents = hundredthsOf(paidAmount);
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
  if (obstacle === "code_credited") throw new AppError("wrong_state", TEXT.codeCredited);
  if (obstacle !== null) throw new AppError("wrong_state", TEXT.lessThanACent);
  const refuse = (message: Translated) => new AppError("invalid_input", message, { field: "amount" });
  const amountCents = centsFromDollars(dollars);
  if (amountCents === null) throw refuse(TEXT.decimals);
  if (amountCents <= 0) throw refuse(TEXT.notAboveZero);
  if (amountCents > mostCents) {
    const most = formatUsd(mostCents);
    throw refuse(paid.paidCurrency === CURRENCY ? TEXT.abovePaid(most) : TEXT.aboveMost(most));
  }
  return amountCents;
}

/** A payment's amount in hundredths of a unit. The network's is a double: a tiny fraction below one counts as that one. */
function hundredthsOf(amount: number): number {
  return Math.floor(amount * 100 + 1e-6);
}

/**
 * The most that can be sent back of a payment, in hundredths of a unit of its currency: what came, and nothing of a payment
 * that was credited.
 */
export function refundable(paid: Pick<PaidSum, "paidAmount" | "reason" | "creditedTo">): number {
  return wasCredited(paid) ? 0 : hundredthsOf(paid.paidAmount);
}

/**
 * What the books hold of a payment, in hundredths of a unit of its currency; null for one in another currency than dollars and riel,
 * or that was credited to another code.
 */
export function receivable(
  paid: Pick<PaidSum, "paidAmount" | "paidCurrency" | "reason" | "creditedTo">,
): number | null {
  const hundredths = hundredthsOf(paid.paidAmount);
  const isHeld = (paid.paidCurrency === "USD" || paid.paidCurrency === "KHR") && !wasCredited(paid) && hundredths > 0;
  return isHeld ? hundredths : null;
}

/** Whether this very payment was credited to another deposit. */
function wasCredited({ reason, creditedTo }: Pick<PaidSum, "reason" | "creditedTo">): boolean {
  return creditedTo !== null || reason === "settlement_used";
}

/**
 * Converts the sum that was sent back, in units of the payment's currency.
 * @returns hundredths of a unit
 * @throws AppError `invalid_input` | `settlement_used` for a payment that was credited
 */
export function refundAmount(amount: number, paid: Omit<PaidSum, "deposit">): Cents {
  if (wasCredited(paid)) throw new AppError("settlement_used", COMMAND_TEXT.paymentProcessed);
  const refuse = (message: Translated) => new AppError("invalid_input", message, { field: "amount" });
  // The limits of a sum in dollars hold for the numbers of each currency: two decimals, exact as a double.
  const hundredths = centsFromDollars(amount);
  if (hundredths === null) throw refuse(TEXT.decimals);
  if (hundredths <= 0) throw refuse(TEXT.notAboveZero);
  if (hundredths > refundable(paid)) throw refuse(TEXT.refundAboveCame(formatPaid(paid)));
  return hundredths;
}
