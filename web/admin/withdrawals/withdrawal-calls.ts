import { answer, api } from "../../state/api.ts";
import { type Found, type ListQuery, once, orNull, pageAt } from "../core/call-parts.ts";
import type { ListRows } from "../list/list-rows.ts";
import type {
  AdminWithdrawal,
  ApproveBody,
  CompleteBody,
  RejectBody,
  VersionBody,
  WithdrawalContext,
} from "./withdrawal-types.ts";

/** The desk's calls about withdrawals. The key of an act names the attempt. @throws ApiError | NetworkError, each of them */

const { withdrawals } = api.admin;
const one = withdrawals[":id"];

export async function fetchWithdrawals(query: ListQuery, cursor: string | null): Promise<ListRows<AdminWithdrawal>> {
  const { withdrawals: rows, nextCursor } = await answer(withdrawals.$get({ query: { ...query, ...pageAt(cursor) } }));
  return { rows, nextCursor };
}

/** One request, whatever its status, and what bears on it; null when there is none of this id. */
export async function findWithdrawal(id: string): Promise<Found<AdminWithdrawal, WithdrawalContext> | null> {
  const found = await orNull(answer(one.$get({ param: { id } })));
  if (!found) return null;
  const { withdrawal: row, trader, payouts, warnings } = found;
  return { row, context: { trader, payouts, warnings } };
}

export async function claimWithdrawal(id: string, json: VersionBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one.claim.$post({ param: { id }, json }, once(key)))).withdrawal;
}

export async function releaseWithdrawal(id: string, json: VersionBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one.release.$post({ param: { id }, json }, once(key)))).withdrawal;
}

/** Marks an approved one as being paid by the caller. */
export async function startPayment(id: string, json: VersionBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one["start-payment"].$post({ param: { id }, json }, once(key)))).withdrawal;
}

/** Ends that mark: the caller has not paid it. */
export async function stopPayment(id: string, json: VersionBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one["stop-payment"].$post({ param: { id }, json }, once(key)))).withdrawal;
}

export async function approveWithdrawal(id: string, json: ApproveBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one.approve.$post({ param: { id }, json }, once(key)))).withdrawal;
}

export async function completeWithdrawal(id: string, json: CompleteBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one.complete.$post({ param: { id }, json }, once(key)))).withdrawal;
}

export async function rejectWithdrawal(id: string, json: RejectBody, key: string): Promise<AdminWithdrawal> {
  return (await answer(one.reject.$post({ param: { id }, json }, once(key)))).withdrawal;
}
