import type { InferRequestType } from "hono/client";
import { TEXT_MAX, WITHDRAWAL } from "../../worker/contract/limits.ts";
import { MONEY, numberIn } from "../../worker/contract/read-number.ts";
import type { api } from "../state/api.ts";
import { formatCount, formatMoney } from "../ui/format.ts";
import { type Destination, isPaymentDetails, type PaymentMethod } from "./payment-destination.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** The values of the form. */
export type WithdrawalDraft = { amountText: string; paymentMethod: PaymentMethod | null; requestMessage: string };

/** The body of the API to request a withdrawal. */
type WithdrawalRequest = InferRequestType<typeof api.withdrawal.request.$post>["json"];

/** A request as the route of the API has it. Dollars. */
export type WithdrawalAsk = Destination & Required<Omit<WithdrawalRequest, "currency" | keyof Destination>>;

/** The fields of what is asked, each with what tells whether a value can be it. */
export const ASK_FIELDS: { [Field in keyof WithdrawalAsk]: (value: unknown) => boolean } = {
  amount: (value) => typeof value === "number",
  requestMessage: (value) => typeof value === "string",
  paymentMethod: (value) => WITHDRAWAL.methods.some((method) => method === value),
  paymentDetails: isPaymentDetails,
};

export type DraftProblem = { field: Exclude<keyof WithdrawalAsk, "paymentDetails">; message: string };

/** The limit of a request and of 24 hours in whole dollars, formatted for a sentence. */
export const MOST = `$${formatCount(WITHDRAWAL.amountCentsMax / 100)}`;

/** A limit in words. @param usd of the owner; undefined while it is not known: then the product's own */
export function mostText(usd: number | undefined): string {
  if (usd === undefined) return MOST;
  return Number.isInteger(usd) ? `$${formatCount(usd)}` : formatMoney(usd, "always");
}

/** What is said of an amount above the remaining allowance. @param dayUsd the most of 24 hours, as last loaded */
export function overDayText(dayUsd: number | undefined, leftUsd: number): string {
  const mostCents = dayUsd === undefined ? WITHDRAWAL.dailyCentsMax : Math.round(dayUsd * 100);
  return WITHDRAWAL_TEXT.overDay(mostCents, formatMoney(leftUsd, "always"));
}

/** Whether every field has a value, and the amount is a number, so that the form can be submitted. */
export function isFilled({ amountText, paymentMethod, requestMessage }: WithdrawalDraft): boolean {
  return numberIn(amountText, MONEY) !== null && paymentMethod !== null && requestMessage !== "";
}

/**
 * The remaining 24-hour allowance, in dollars.
 * @param limits as last loaded
 * @returns null while unknown, and when the allowance has grown since the load: then the API decides
 */
export function dayLeftUsd(limits: { dayLeft: number; moreAt: string | null } | null, nowMs: number): number | null {
  if (limits === null || (limits.moreAt !== null && Date.parse(limits.moreAt) <= nowMs)) return null;
  return limits.dayLeft;
}

/** The amount that Max fills in: the available balance within the limits, in dollars. @param leftUsd see `dayLeftUsd` */
export function maxAmountText(availableUsd: number, leftUsd: number | null): string {
  return Math.min(availableUsd, WITHDRAWAL.amountCentsMax / 100, leftUsd ?? Number.POSITIVE_INFINITY).toFixed(2);
}

/** The typed amount in dollars; null where it is none. */
export function typedUsd(amountText: string): number | null {
  const number = numberIn(amountText, MONEY);
  return number === null ? null : Number(number);
}

/**
 * Converts a draft to a request, or returns its first problem (text from section 5 of the specification).
 * @param options.destinations the active ones
 * @param options.availableUsd the available balance, in dollars
 * @param options.leftUsd      see `dayLeftUsd`
 * @param options.dayUsd       the most of 24 hours
 */
export function readDraft(
  { amountText, paymentMethod, requestMessage }: WithdrawalDraft,
  {
    destinations,
    availableUsd,
    leftUsd,
    dayUsd,
  }: {
    destinations: readonly Destination[];
    availableUsd: number;
    leftUsd: number | null;
    dayUsd?: number | undefined;
  },
): { ask: WithdrawalAsk } | { problem: DraftProblem } {
  const amount = typedUsd(amountText);
  const message = requestMessage.trim();
  const destination = destinations.find((active) => active.paymentMethod === paymentMethod);
  if (amount === null) return problem("amount", WITHDRAWAL_TEXT.allRequired);
  if (!destination) return problem("paymentMethod", WITHDRAWAL_TEXT.allRequired);
  if (message === "") return problem("requestMessage", WITHDRAWAL_TEXT.allRequired);
  if (amount <= 0) return problem("amount", WITHDRAWAL_TEXT.notAboveZero);
  if (amount > availableUsd) return problem("amount", WITHDRAWAL_TEXT.notEnough(formatMoney(availableUsd)));
  if (amount * 100 > WITHDRAWAL.amountCentsMax) return problem("amount", WITHDRAWAL_TEXT.tooLarge(MOST));
  if (leftUsd !== null && amount > leftUsd) return problem("amount", overDayText(dayUsd, leftUsd));
  if (message.length > TEXT_MAX.requestMessage) {
    return problem("requestMessage", WITHDRAWAL_TEXT.messageTooLong(TEXT_MAX.requestMessage));
  }
  return { ask: { amount, ...destination, requestMessage: message } };
}

function problem(field: DraftProblem["field"], message: string) {
  return { problem: { field, message } };
}
