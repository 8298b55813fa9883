import { AppError } from "../contract/errors.ts";
import { LIMIT_TEXT } from "../contract/limit-text.ts";
import { TEXT_MAX, WITHDRAWAL } from "../contract/limits.ts";
import { type Cents, centsFromDollars, formatUsd } from "../contract/money.ts";
import { DAY_MS } from "../contract/time.ts";
import { plainText } from "../platform/plain-text.ts";
import { activeMethods, NOTHING_CONFIGURED, type PaymentMethods } from "../profile/payment-method-rules.ts";

/** The rules of withdrawals: pure, no I/O, no clock. The database refuses the same again, for what races. */

export type WithdrawalStatus = "pending" | "approved" | "completed" | "rejected";
export type PaymentMethod = (typeof WITHDRAWAL.methods)[number];

/** The specification's words for whatever is missing (section 5, Withdrawal). */
export const ALL_FIELDS_REQUIRED = "All fields are required";

/**
 * The amount of a withdrawal, from dollars.
 * @throws AppError `invalid_input` with the specification's text (section 5, Withdrawal)
 */
export function withdrawalAmount(dollars: number): Cents {
  const refuse = (message: string) => new AppError("invalid_input", message, { field: "amount" });
  if (dollars <= 0) throw refuse("Amount must be greater than 0");
  const amountCents = centsFromDollars(dollars);
  if (amountCents === null) throw refuse("Enter an amount with at most two decimals");
  return amountCents;
}

/** What the trader writes to the admin. @throws AppError `invalid_input` when it is empty, too long or cannot be shown */
export function requestMessage(text: string): string {
  const message = plainText(text, { field: "requestMessage", max: TEXT_MAX.requestMessage, lines: "several" });
  if (message === "") throw new AppError("invalid_input", ALL_FIELDS_REQUIRED, { field: "requestMessage" });
  return message;
}

export type WithdrawalAsk = {
  /** Requested, above zero. */
  amountCents: number;
  /** The `available` account; held money is not in it. */
  availableCents: number;
  /** This trader's requests that still wait for an admin. */
  pendingCount: number;
  /** What this trader asked for in the last 24 hours and was not refused. */
  lastDayCents: number;
};

/**
 * Refuses a withdrawal that the account cannot make.
 * @throws AppError `insufficient_funds` | `too_many_pending` | `over_daily_sum`
 * Source: specification section 5, "Withdrawal"; design section 6; security section 8
 */
export function assertMayWithdraw({ amountCents, availableCents, pendingCount, lastDayCents }: WithdrawalAsk): void {
  if (amountCents > availableCents) throw insufficientFunds(availableCents);
  if (pendingCount >= WITHDRAWAL.pendingMax) {
    throw new AppError("too_many_pending", LIMIT_TEXT.withdrawalsPending);
  }
  const leftCents = WITHDRAWAL.dailyCentsMax - lastDayCents;
  if (amountCents > leftCents) {
    const left = lastDayCents > 0 ? `; ${formatUsd(leftCents)} of it is left now` : "";
    throw new AppError("over_daily_sum", LIMIT_TEXT.withdrawalsOfDay + left, { field: "amount" });
  }
}

/** The refusal of more than there is. @param availableCents the caller's own, at this moment */
export function insufficientFunds(availableCents: number): AppError {
  const message = `You don't have enough money. Available: ${formatUsd(availableCents)}`;
  return new AppError("insufficient_funds", message, { field: "amount" });
}

/** The columns of a withdrawal that say where its money goes. */
export type Destination =
  | { paymentMethod: "KHQR"; paymentImage: string; bankName: null; accountId: null }
  | { paymentMethod: "Bank Transfer"; paymentImage: null; bankName: string; accountId: string };

/** The same as the API shows it. */
export type PaymentDetails = { image: string } | { bankName: string; accountId: string };

/**
 * The copy of the stored, active method that a withdrawal carries.
 * @param given what the client believes the method to be, if it says so: then it must be just that
 * @throws AppError `invalid_input` when the method is not active, or is another than the client believes
 * Source: security section 5, rule 5
 */
export function payoutDestination(
  method: PaymentMethod,
  stored: PaymentMethods | null,
  given: PaymentDetails | undefined,
): Destination {
  const destination = activeMethod(method, stored);
  if (given && !isSame(paymentDetails(destination), given)) throw otherDetails();
  return destination;
}

/** The refusal of payment details that are not, or are no longer, those of the profile. */
export function otherDetails(): AppError {
  const message = "These are not the payment details of your profile. Refresh to see the current ones.";
  return new AppError("invalid_input", message, { field: "paymentDetails" });
}

function activeMethod(method: PaymentMethod, stored: PaymentMethods | null): Destination {
  const { khqrImage, bankName, accountId } = stored ?? NOTHING_CONFIGURED;
  const active = activeMethods({ khqrImage, bankName, accountId });
  if (method === "KHQR" && active.khqr && khqrImage !== null) {
    return { paymentMethod: method, paymentImage: khqrImage, bankName: null, accountId: null };
  }
  if (method === "Bank Transfer" && active.bankTransfer) {
    return { paymentMethod: method, paymentImage: null, bankName, accountId };
  }
  const message = `${method} is not active. Please set up payment methods in your profile first`;
  throw new AppError("invalid_input", message, { field: "paymentMethod" });
}

/** Where the money goes, as the API shows it. */
export function paymentDetails({
  paymentImage,
  bankName,
  accountId,
}: {
  paymentImage: string | null;
  bankName: string | null;
  accountId: string | null;
}): PaymentDetails {
  return paymentImage === null
    ? { bankName: bankName ?? "", accountId: accountId ?? "" }
    : { image: `/api/image/${paymentImage}` };
}

function isSame(ours: PaymentDetails, given: PaymentDetails): boolean {
  if ("image" in ours) return "image" in given && ours.image === given.image;
  return !("image" in given) && ours.bankName === given.bankName && ours.accountId === given.accountId;
}

/**
 * When a request may be approved at the earliest, as far as is known when it is made: a day after the last change of
 * password, second factor or payment method, so that whoever took an account over cannot empty it before its owner has
 * read the mail.
 * @returns epoch ms, or null when it may be approved at once
 * Source: security section 5, rule 5
 */
export function approvableAt(securityChangedAtMs: number | null, nowMs: number): number | null {
  if (securityChangedAtMs === null) return null;
  const atMs = securityChangedAtMs + WITHDRAWAL.securityHoldMs;
  return atMs > nowMs ? atMs : null;
}

/**
 * The same for a request that was made: while it is pending, a later change of the account's security holds it up as well.
 * @returns epoch ms, which may be over; null when nothing held it up
 */
export function approvableFrom(request: {
  status: WithdrawalStatus;
  approvableAtMs: number | null;
  createdAtMs: number;
  securityChangedAtMs: number | null;
}): number | null {
  const { status, approvableAtMs, createdAtMs, securityChangedAtMs } = request;
  const laterMs = status === "pending" ? approvableAt(securityChangedAtMs, createdAtMs) : null;
  return laterMs === null ? approvableAtMs : Math.max(laterMs, approvableAtMs ?? 0);
}

/**
 * How many different admins a withdrawal needs when it is requested. It may rise later: with the next request of the same 24
 * hours, or when its admin has reached what one may move alone.
 * @param ask.lastDayCents          what the trader asked for in the last 24 hours besides it, without what was rejected
 * @param ask.secondAdminAboveCents at this sum one still is enough
 */
export function approvalsNeeded(ask: {
  amountCents: number;
  lastDayCents: number;
  secondAdminAboveCents: number;
}): 1 | 2 {
  return ask.amountCents + ask.lastDayCents > ask.secondAdminAboveCents ? 2 : 1;
}

/**
 * What a trader may still ask for, in cents.
 * @param day.firstAtMs when the first request that counts was made, epoch ms; null where there is none
 * @returns `moreAtMs` when more will be left than now, epoch ms; null while everything is left
 */
export function withdrawalLimits({ sumCents, firstAtMs }: { sumCents: number; firstAtMs: number | null }) {
  const dayLeftCents = Math.max(0, WITHDRAWAL.dailyCentsMax - sumCents);
  return {
    requestCents: WITHDRAWAL.amountCentsMax,
    dayCents: WITHDRAWAL.dailyCentsMax,
    dayLeftCents,
    moreAtMs: firstAtMs === null ? null : firstAtMs + DAY_MS,
  };
}
