import type { InferRequestType } from "hono/client";
import { TEXT_MAX, WITHDRAWAL } from "../../worker/contract/limits.ts";
import type { api } from "../state/api.ts";
import { formatCount, formatMoney } from "../ui/format.ts";
import { type Destination, isPaymentDetails, type PaymentMethod } from "./payment-destination.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** What stands in the form. */
export type WithdrawalDraft = { amountText: string; paymentMethod: PaymentMethod | null; requestMessage: string };

/** What the API takes to request a withdrawal. */
type WithdrawalRequest = InferRequestType<typeof api.withdrawal.request.$post>["json"];

/** What is asked of the API, as its route has it. Dollars. */
export type WithdrawalAsk = Destination & Required<Omit<WithdrawalRequest, "currency" | keyof Destination>>;

/** The fields of what is asked, each with what tells whether a value can be it. */
export const ASK_FIELDS: { [Field in keyof WithdrawalAsk]: (value: unknown) => boolean } = {
  amount: (value) => typeof value === "number",
  requestMessage: (value) => typeof value === "string",
  paymentMethod: (value) => WITHDRAWAL.methods.some((method) => method === value),
  paymentDetails: isPaymentDetails,
};

export type DraftProblem = { field: Exclude<keyof WithdrawalAsk, "paymentDetails">; message: string };

/** The largest sum of a request and of a day, as it is said in a sentence: whole dollars. */
export const MOST = `$${formatCount(WITHDRAWAL.amountCentsMax / 100)}`;

/** Whether every field has something in it, so that it can be submitted at all. */
export function isFilled({ amountText, paymentMethod, requestMessage }: WithdrawalDraft): boolean {
  return /\d/.test(amountText) && paymentMethod !== null && requestMessage !== "";
}

/**
 * What is left of the sum of 24 hours, in dollars.
 * @param limits as they were loaded
 * @returns null where that is not known, also once more is left than was loaded: then the API says it
 */
export function dayLeftUsd(limits: { dayLeft: number; moreAt: string | null } | null, nowMs: number): number | null {
  if (limits === null || (limits.moreAt !== null && Date.parse(limits.moreAt) <= nowMs)) return null;
  return limits.dayLeft;
}

/** What Max fills in: all that is available, as far as one request and the day go. Dollars. @param leftUsd see `dayLeftUsd` */
export function maxAmountText(availableUsd: number, leftUsd: number | null): string {
  return Math.min(availableUsd, WITHDRAWAL.amountCentsMax / 100, leftUsd ?? Number.POSITIVE_INFINITY).toFixed(2);
}

/** The sum that is typed, in dollars; null where there is none. @param amountText as `cleanAmount` leaves it */
export function typedUsd(amountText: string): number | null {
  return /\d/.test(amountText) ? Number(amountText) : null;
}

/**
 * The request that a draft makes, or what is wrong with it, in the words of the specification's section 5.
 * @param options.destinations the active ones
 * @param options.availableUsd what can be withdrawn, in dollars
 * @param options.leftUsd      see `dayLeftUsd`
 */
export function readDraft(
  { amountText, paymentMethod, requestMessage }: WithdrawalDraft,
  {
    destinations,
    availableUsd,
    leftUsd,
  }: { destinations: readonly Destination[]; availableUsd: number; leftUsd: number | null },
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
  if (leftUsd !== null && amount > leftUsd)
    return problem("amount", WITHDRAWAL_TEXT.overDay(formatMoney(leftUsd, "always")));
  if (message.length > TEXT_MAX.requestMessage) {
    return problem("requestMessage", WITHDRAWAL_TEXT.messageTooLong(TEXT_MAX.requestMessage));
  }
  return { ask: { amount, ...destination, requestMessage: message } };
}

function problem(field: DraftProblem["field"], message: string) {
  return { problem: { field, message } };
}
