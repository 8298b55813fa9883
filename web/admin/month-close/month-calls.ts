import type { InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";
import { adminKey } from "../core/admin-polling.ts";
import { idempotencyHeaders } from "../core/call-parts.ts";

/** Admin API calls of months and their closes. Sums in units of the currency, times ISO 8601. They @throws ApiError | NetworkError */

const { months } = api.admin;
const one = months[":month"];

/** The keys of the list of months, and of one of them: an act on a month changes both. */
export const MONTHS_KEY = adminKey("months");
export const monthKey = (month: string) => [...MONTHS_KEY, month];

/** The months with their closes, the newest first. */
export async function fetchMonths(signal: AbortSignal): Promise<Months> {
  return await answer(months.$get({}, { init: { signal } }));
}

/** The report of a month, as it is sealed or as it is now. */
export async function fetchMonth(month: string, signal: AbortSignal): Promise<MonthShown> {
  return await answer(one.$get({ param: { month } }, { init: { signal } }));
}

export async function prepareMonth(month: string, json: { digest: string }, key: string) {
  return await answer(one.prepare.$post({ param: { month }, json }, idempotencyHeaders(key)));
}

export async function sealMonth(month: string, json: SealBody, key: string) {
  return await answer(one.seal.$post({ param: { month }, json }, idempotencyHeaders(key)));
}

export async function cancelMonth(month: string, key: string) {
  return await answer(one.cancel.$post({ param: { month }, json: {} }, idempotencyHeaders(key)));
}

export type Months = InferResponseType<typeof months.$get>;
export type MonthShown = InferResponseType<typeof one.$get>;
export type MonthReport = MonthShown["report"];
export type CurrencyReport = MonthReport["currencies"][number];
export type MonthHold = MonthShown["holds"][number];
export type MonthClosed = NonNullable<MonthShown["close"]>;
export type SealBody = { digest: string; approvals: { have: number; need: number } };
