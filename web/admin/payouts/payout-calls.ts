import type { InferRequestType, InferResponseType } from "hono/client";
import { answer, api, fetchFile } from "../../state/api.ts";
import { downloadBlob } from "../../ui/image/download-blob.ts";
import { actingUserHeader, idempotencyHeaders, orNull } from "../core/call-parts.ts";

/** Admin API calls of payout batches, and their types. Money in dollars, times ISO 8601. They @throws ApiError | NetworkError */

const { payouts } = api.admin;
const one = payouts.batches[":id"];
const item = one.items[":withdrawalId"];

/** Every approved withdrawal that is not paid yet, the oldest first, and what a batch of them needs. */
export async function fetchToPay(signal: AbortSignal): Promise<ToPayAnswer> {
  return await answer(payouts["to-pay"].$get({ query: {} }, { init: { signal } }));
}

/** A page of batches, the newest first. @param before where the page before ended; null for the first one */
export async function fetchBatches(before: string | null, signal: AbortSignal) {
  const query = before === null ? {} : { before };
  const { batches, before: next } = await answer(payouts.batches.$get({ query }, { init: { signal } }));
  return { rows: batches, nextCursor: next };
}

/** A batch with its items; null when there is none with this id. */
export async function findBatch(id: string, signal: AbortSignal): Promise<BatchDetail | null> {
  return await orNull(answer(one.$get({ param: { id } }, { init: { signal } })));
}

/** Makes a batch: from then on the caller pays its withdrawals. @returns the batch */
export async function makeBatch(json: MakeBody, key: string): Promise<PayoutBatch> {
  return (await answer(payouts.batches.$post({ json }, idempotencyHeaders(key)))).batch;
}

/** Saves the file of a batch, which is the same each time. */
export async function saveBatchFile(id: string): Promise<void> {
  // Nothing aborts it: it is small, and who asked for it is in the audit log.
  const { signal } = new AbortController();
  const reply = await fetchFile(`/api/admin/payouts/batches/${id}/file`, signal, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...actingUserHeader() },
    body: "{}",
  });
  downloadBlob(await reply.blob(), nameOf(reply));
}

function nameOf(reply: Response): string {
  return /filename="([^"]+)"/.exec(reply.headers.get("Content-Disposition") ?? "")?.[1] ?? "payouts.csv";
}

/** Records what the bank's result file says of a batch. */
export async function importResult(id: string, json: ResultBody, key: string): Promise<ResultReply> {
  return await answer(one.result.$post({ param: { id }, json }, idempotencyHeaders(key)));
}

/** Completes open payouts of a batch from the statements that were imported. */
export async function completeFromStatement(id: string, key: string): Promise<StatementReply> {
  return await answer(one.statement.$post({ param: { id }, json: {} }, idempotencyHeaders(key)));
}

/** Says that a line of a result file is the payment of an item. */
export async function matchItem(id: string, withdrawalId: string, resultLine: string, key: string): Promise<object> {
  const param = { id, withdrawalId };
  return await answer(item.match.$post({ param, json: { resultLine } }, idempotencyHeaders(key)));
}

/** Says that an item was not paid: it is to be paid again. */
export async function takeBackItem(id: string, { withdrawalId, version }: BatchItem, key: string): Promise<object> {
  const param = { id, withdrawalId };
  return await answer(item["take-back"].$post({ param, json: { version } }, idempotencyHeaders(key)));
}

/** Takes over what a colleague pays of a batch: from then on the caller pays it. */
export async function takeOverBatch(id: string, { payer, count }: OthersPayment, key: string): Promise<object> {
  const json = { payerId: payer._id, count };
  return await answer(one["take-over"].$post({ param: { id }, json }, idempotencyHeaders(key)));
}

/** What a colleague pays of a batch. */
export type OthersPayment = {
  payer: { _id: string; name: string };
  count: number;
  /** Dollars. */
  sum: number;
  /** When another admin can take over all of it, epoch ms. */
  fromMs: number;
};

export type ToPayAnswer = Omit<InferResponseType<(typeof payouts)["to-pay"]["$get"]>, "success">;
export type ToPay = ToPayAnswer["rows"][number];
export type PayoutFlag = ToPay["flags"][number];
export type ClosedBecause = NonNullable<ToPay["closedBecause"]>;
export type PayoutAccount = ToPayAnswer["accounts"][number];
export type PayoutProfile = ToPayAnswer["profiles"][number];
export type BatchDetail = Omit<InferResponseType<typeof one.$get>, "success">;
export type PayoutBatch = BatchDetail["batch"];
export type BatchItem = BatchDetail["items"][number];
export type ItemState = BatchItem["state"];
export type ResultLine = BatchDetail["lines"][number];
export type MakeBody = InferRequestType<typeof payouts.batches.$post>["json"];
export type ResultBody = InferRequestType<typeof one.result.$post>["json"];
export type ResultReply = InferResponseType<typeof one.result.$post>;
export type StatementReply = InferResponseType<typeof one.statement.$post>;
