import { answer, api } from "../../state/api.ts";
import { type Found, idempotencyHeaders, type ListQuery, orNull, pageAt } from "../core/call-parts.ts";
import type { ListRows } from "../list/list-rows.ts";
import type {
  AdminWithdrawal,
  ApproveBody,
  CompleteBody,
  RejectBody,
  VersionBody,
  WithdrawalContext,
} from "./withdrawal-types.ts";

/**
 * Admin API calls about withdrawals. `key` is the idempotency key of the attempt. Each @throws ApiError | NetworkError
 */

const { withdrawals } = api.admin;
const one = withdrawals[":id"];

/** One page of withdrawals. @param cursor where the page before ended; null for the first page */
export async function fetchWithdrawals(query: ListQuery, cursor: string | null): Promise<ListRows<AdminWithdrawal>> {
  const { withdrawals: rows, nextCursor } = await answer(withdrawals.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows, nextCursor };
}

/** One withdrawal of any status, with its context; null when there is none with this id. */
export async function findWithdrawal(id: string): Promise<Found<AdminWithdrawal, WithdrawalContext> | null> {
  const found = await orNull(answer(one.$get({ param: { id } })));
  if (!found) return null;
  const { withdrawal: row, trader, payouts, warnings } = found;
  return { row, context: { trader, payouts, warnings } };
}

/** Claims a request for the caller. */
export async function claimWithdrawal(id: string, json: VersionBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one.claim.$post({ param: { id }, json }, idempotencyHeaders(key)))).withdrawal;
}

/** Releases the caller's claim. */
export async function releaseWithdrawal(id: string, json: VersionBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one.release.$post({ param: { id }, json }, idempotencyHeaders(key)))).withdrawal;
}

/** Marks an approved request as being paid by the caller. */
export async function startPayment(id: string, json: VersionBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one["start-payment"].$post({ param: { id }, json }, idempotencyHeaders(key)))).withdrawal;
}

/** Removes that mark: the caller has not paid the request. */
export async function stopPayment(id: string, json: VersionBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one["stop-payment"].$post({ param: { id }, json }, idempotencyHeaders(key)))).withdrawal;
}

/** Approves a request, or records the first of two approvals. */
export async function approveWithdrawal(id: string, json: ApproveBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one.approve.$post({ param: { id }, json }, idempotencyHeaders(key)))).withdrawal;
}

/** Records the payment of a request, or the first of two approvals. */
export async function completeWithdrawal(id: string, json: CompleteBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one.complete.$post({ param: { id }, json }, idempotencyHeaders(key)))).withdrawal;
}

/** Rejects a request, or records the first of two approvals. */
export async function rejectWithdrawal(id: string, json: RejectBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one.reject.$post({ param: { id }, json }, idempotencyHeaders(key)))).withdrawal;
}
