import type { InferRequestType, InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";
import { action, type Found, orNull, pagesOf } from "../core/call-parts.ts";
import { NO_NAMES } from "../holders/names.ts";
import { NO_QUESTIONS } from "../questions/question-calls.ts";

/** Admin API calls about withdrawals, and their types. Money in dollars, times ISO 8601. */

const { withdrawals } = api.admin;
const one = withdrawals[":id"];

export const fetchWithdrawals = pagesOf(withdrawals.$get, "withdrawals");

/** One withdrawal of any status, with its context; null when there is none with this id. @throws ApiError | NetworkError */
export async function findWithdrawal(
  id: string,
  signal: AbortSignal,
): Promise<Found<AdminWithdrawal, WithdrawalContext> | null> {
  const found = await orNull(answer(one.$get({ param: { id } }, { init: { signal } })));
  if (!found) return null;
  const { withdrawal: row, trader, payouts, warnings } = found;
  const { questions = NO_QUESTIONS, names, colleagues = [] } = found;
  return { row, context: { trader, payouts, warnings, questions, names: { ...NO_NAMES, ...names }, colleagues } };
}

export const claimWithdrawal = action(one.claim.$post, "withdrawal");
/** Hands a request over to a colleague, who is notified by mail. */
export const handOverWithdrawal = action(one["hand-over"].$post, "withdrawal");
export const releaseWithdrawal = action(one.release.$post, "withdrawal");
/** Marks an approved request as being paid by the caller. */
export const startPayment = action(one["start-payment"].$post, "withdrawal");
/** Removes that mark: the caller has not paid the request. */
export const stopPayment = action(one["stop-payment"].$post, "withdrawal");
export const takeOverPayment = action(one["take-over-payment"].$post, "withdrawal");
/** Approves a request, or records the first of two approvals. */
export const approveWithdrawal = action(one.approve.$post, "withdrawal");
export const completeWithdrawal = action(one.complete.$post, "withdrawal");
/** Rejects a request, or records the first of two approvals. */
export const rejectWithdrawal = action(one.reject.$post, "withdrawal");

type Shown = InferResponseType<typeof one.$get>;

export type AdminWithdrawal = InferResponseType<typeof withdrawals.$get>["withdrawals"][number];
export type WithdrawalStatus = AdminWithdrawal["status"];
type ListQuery = InferRequestType<typeof withdrawals.$get>["query"];
/** The status of a list: one status, or `open` for pending and approved requests together. */
export type ListedStatus = NonNullable<ListQuery["status"]>;
/** The stages of open requests, as the queue counts have them. */
export type ListedStage = NonNullable<ListQuery["stage"]>;
/** The context of an open request: its trader, warnings, and other payouts to them. */
export type WithdrawalContext = Omit<Shown, "success" | "withdrawal">;
export type WithdrawalWarning = WithdrawalContext["warnings"][number];

/** Request body of a claim, and of starting or stopping a payment. */
export type VersionBody = InferRequestType<typeof one.claim.$post>["json"];
export type HandOverBody = InferRequestType<(typeof one)["hand-over"]["$post"]>["json"];
export type TakeOverBody = InferRequestType<(typeof one)["take-over-payment"]["$post"]>["json"];
export type ApproveBody = InferRequestType<typeof one.approve.$post>["json"];
export type CompleteBody = InferRequestType<typeof one.complete.$post>["json"];
export type RejectBody = InferRequestType<typeof one.reject.$post>["json"];
export type RejectReason = RejectBody["reason"];
/** An image for the trader: a data URL and a caption. */
export type SentImage = NonNullable<ApproveBody["images"]>[number];
