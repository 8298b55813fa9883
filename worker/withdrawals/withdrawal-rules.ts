import { ROUTE, settingsPath } from "../contract/addresses.ts";
import { AppError } from "../contract/errors.ts";
import { TEXT_MAX, WITHDRAWAL } from "../contract/limits.ts";
import { type Cents, centsFromDollars, formatUsd } from "../contract/money.ts";
import { DAY_MS } from "../contract/time.ts";
import type { Said, Translated } from "../contract/translated.ts";
import { LIMIT_TEXT } from "../platform/api-text.ts";
import type { Settings } from "../platform/env.ts";
import { plainText } from "../platform/plain-text.ts";
import { activeMethods, NOTHING_CONFIGURED, type PaymentMethods } from "../profile/payment-method-rules.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-answers.ts";

/** The rules of withdrawals: pure, no I/O, no clock. The database checks them again, because of concurrent requests. */

/** The state of a withdrawal. */
export type WithdrawalStatus = "pending" | "approved" | "completed" | "rejected";
/** How a withdrawal is paid. */
export type PaymentMethod = (typeof WITHDRAWAL.methods)[number];

/**
 * Converts the amount of a withdrawal from dollars.
 * @throws AppError `invalid_input` with the specification's message (section 5, "Withdrawal")
 */
export function withdrawalAmount(dollars: number): Cents {
  const refuse = (message: Translated) => new AppError("invalid_input", message, { field: "amount" });
  if (dollars <= 0) throw refuse(WITHDRAWAL_TEXT.notAboveZero);
  const amountCents = centsFromDollars(dollars);
  if (amountCents === null) throw refuse(WITHDRAWAL_TEXT.decimals);
  return amountCents;
}

/**
 * Cleans the trader's message to the admin. @throws AppError `invalid_input` when it is empty, too long or not
 * displayable
 */
export function requestMessage(text: string): string {
  const message = plainText(text, { field: "requestMessage", max: TEXT_MAX.requestMessage, lines: "several" });
  if (message === "") {
    throw new AppError("invalid_input", WITHDRAWAL_TEXT.allFieldsRequired, { field: "requestMessage" });
  }
  return message;
}

/** The facts that decide whether a withdrawal may be requested. All amounts in cents. */
export type WithdrawalAsk = {
  /** The requested amount, above zero. */
  amountCents: number;
  /** The balance of the `available` account, without held money. */
  availableCents: number;
  /** The trader's requests that are still pending. */
  pendingCount: number;
  /** The sum that the trader requested in the last 24 hours, without rejected and cancelled requests. */
  lastDayCents: number;
  /** The most that the trader may request in 24 hours. */
  dayCentsMax: number;
};

/**
 * Refuses a withdrawal that the account cannot make.
 * @throws AppError `insufficient_funds` | `too_many_pending` | `over_daily_sum`
 * Source: specification section 5, "Withdrawal"; design section 6; security section 8
 */
export function assertMayWithdraw(ask: WithdrawalAsk): void {
  const { amountCents, availableCents, pendingCount, lastDayCents, dayCentsMax } = ask;
  if (amountCents > availableCents) throw insufficientFunds(availableCents);
  if (pendingCount >= WITHDRAWAL.pendingMax) {
    throw new AppError("too_many_pending", LIMIT_TEXT.withdrawalsPending);
  }
  const leftCents = Math.max(0, dayCentsMax - lastDayCents);
  if (amountCents > leftCents) {
    const limit = LIMIT_TEXT.withdrawalsOfDay(dayCentsMax);
    const message = lastDayCents > 0 ? WITHDRAWAL_TEXT.overDay(limit, formatUsd(leftCents)) : limit;
    throw new AppError("over_daily_sum", message, { field: "amount" });
  }
}

/**
 * Refuses a request of a trader without a second factor where the operator requires one. The trigger
 * `withdrawals_second_factor` does the same when it is turned off meanwhile.
 * @throws AppError `second_factor_needed`
 */
export function assertSecondFactor(setting: Settings["WITHDRAWAL_SECOND_FACTOR"], hasSecondFactor: boolean): void {
  if (setting === "required" && !hasSecondFactor) throw secondFactorNeeded();
}

/** The error for a request without the second factor that it needs. */
export function secondFactorNeeded(): AppError {
  return new AppError("second_factor_needed", WITHDRAWAL_TEXT.secondFactorNeeded, { link: settingsPath("security") });
}

/** The error for an amount above the balance. @param availableCents the caller's current available balance */
export function insufficientFunds(availableCents: number): AppError {
  return new AppError("insufficient_funds", WITHDRAWAL_TEXT.notEnough(formatUsd(availableCents)), { field: "amount" });
}

/** The columns of a withdrawal that say where its money is sent. */
export type Destination = { /** The person who owns it. */ holderName: string } & (
  | { paymentMethod: "KHQR"; paymentImage: string; bankName: null; accountId: null }
  | { paymentMethod: "Bank Transfer"; paymentImage: null; bankName: string; accountId: string }
);

/** Payment details as the API shows them. */
export type PaymentDetails = { image: string } | { bankName: string; accountId: string };

/**
 * Copies the destination of a withdrawal from the stored, active payment method.
 * @param given the details that the client displays, if it sends them: they must match the stored ones exactly
 * @throws AppError `invalid_input` when the method is not active, or differs from the given details; `holder_needed` when
 * the profile does not say who owns it
 * Source: security section 5, rule 5
 */
export function payoutDestination(
  method: PaymentMethod,
  stored: PaymentMethods | null,
  given: PaymentDetails | undefined,
): Destination {
  const destination = activeMethod(method, stored);
  if (given && !isSame(paymentDetails(destination), given)) throw paymentDetailsDiffer();
  if (destination.holderName === "") throw holderNeeded(method);
  return destination;
}

/** The error for a method of before holders were asked for. */
function holderNeeded(method: PaymentMethod): AppError {
  const message = WITHDRAWAL_TEXT.holderNeeded(methodName(method));
  return new AppError("holder_needed", message, { field: "paymentMethod", link: ROUTE.profile });
}

/** The error for payment details that are not, or no longer, those of the profile. */
export function paymentDetailsDiffer(): AppError {
  return new AppError("invalid_input", WITHDRAWAL_TEXT.detailsDiffer, { field: "paymentDetails" });
}

function activeMethod(method: PaymentMethod, stored: PaymentMethods | null): Destination {
  const { khqrImage, khqrHolder, bankName, accountId, bankHolder } = stored ?? NOTHING_CONFIGURED;
  const active = activeMethods({ khqrImage, bankName, accountId });
  if (method === "KHQR" && active.khqr && khqrImage !== null) {
    return { paymentMethod: method, paymentImage: khqrImage, bankName: null, accountId: null, holderName: khqrHolder };
  }
  if (method === "Bank Transfer" && active.bankTransfer) {
    return { paymentMethod: method, paymentImage: null, bankName, accountId, holderName: bankHolder };
  }
  const message = WITHDRAWAL_TEXT.methodNotActive(methodName(method));
  throw new AppError("invalid_input", message, { field: "paymentMethod" });
}

/** The name of a payment method, for people. */
export function methodName(method: string): Said {
  return method === ("Bank Transfer" satisfies PaymentMethod) ? WITHDRAWAL_TEXT.bankTransfer : method;
}

/** The destination of a withdrawal, as the API shows it. */
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
 * The earliest time at which a request may be approved, as known when it is made: 24 hours after the last change of
 * password, second factor or payment method. Somebody who took over an account cannot empty it before its owner has
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
 * The earliest time of approval for an existing request: while it is pending, a later security change of the account
 * delays it too.
 * @returns epoch ms, possibly in the past; null when nothing delayed it
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
 * How many different admins a withdrawal needs when it is requested. The number may rise later: with the trader's next
 * request within 24 hours, or when the approving admin has reached what one may move alone.
 * @param ask.lastDayCents what the trader requested in the last 24 hours besides it, without rejected requests
 * @param ask.secondAdminAboveCents up to and including this amount one admin is enough
 */
export function approvalsNeeded(ask: {
  amountCents: number;
  lastDayCents: number;
  secondAdminAboveCents: number;
}): 1 | 2 {
  return ask.amountCents + ask.lastDayCents > ask.secondAdminAboveCents ? 2 : 1;
}

/** No withdrawal has a lower number than the one after this. */
const NUMBERS_ABOVE = 1_000;
/** The largest step from one number to the next. Two requests at the same moment rarely choose the same. */
const NUMBER_STEP_MAX = 19;

/**
 * The number of a new withdrawal: a random step above the newest one, so that a trader cannot count the payouts between two
 * of their own. The trigger `withdrawals_numbered` does the same.
 * @param newest null when there is none
 * @param random 0 to below 1
 */
export function nextWithdrawalNumber(newest: number | null, random: number): number {
  return (newest ?? NUMBERS_ABOVE) + 1 + Math.floor(random * NUMBER_STEP_MAX);
}

/**
 * The sum that a trader may still withdraw, in cents.
 * @param day.firstAtMs when the first request that counts was made, epoch ms; null without any
 * @returns `moreAtMs`: when the remaining allowance next grows, epoch ms; null while all of it is left
 */
export function withdrawalLimits(day: { sumCents: number; firstAtMs: number | null; dayCentsMax: number }) {
  const { sumCents, firstAtMs, dayCentsMax } = day;
  const dayLeftCents = Math.max(0, dayCentsMax - sumCents);
  return {
    requestCents: Math.min(WITHDRAWAL.amountCentsMax, dayCentsMax),
    dayCents: dayCentsMax,
    dayLeftCents,
    moreAtMs: firstAtMs === null ? null : firstAtMs + DAY_MS,
  };
}
