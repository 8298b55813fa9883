import type { InferRequestType, InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";
import { action, idempotencyHeaders, type ListQuery, type ListRows, orNull } from "../core/call-parts.ts";

/** Admin API calls of acts on the books, and their types. Sums in units of the accounts' currency, times ISO 8601. They @throws ApiError | NetworkError */

const { books } = api.admin;
const one = books.acts[":id"];

/** A page of acts, the newest first. @param cursor when the last one of the page before was proposed */
export async function fetchActs(
  query: ListQuery,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListRows<AdminAct>> {
  const page = { ...query, ...(cursor !== null && { before: cursor }) };
  const { acts, before } = await answer(books.acts.$get({ query: page }, { init: { signal } }));
  return { rows: acts, nextCursor: before };
}

/** An act with what it would write now; null when there is none with this id. */
export async function findPlannedAct(id: string, signal: AbortSignal): Promise<PlannedAct | null> {
  return await orNull(answer(one.$get({ param: { id } }, { init: { signal } })));
}

export async function findAct(id: string, signal: AbortSignal): Promise<AdminAct | null> {
  return (await findPlannedAct(id, signal))?.act ?? null;
}

/** What an act would write. */
export async function planAct(json: ActBody, signal: AbortSignal): Promise<ActPlan> {
  return await answer(books.plan.$post({ json }, { init: { signal } }));
}

export async function proposeAct(json: ActBody, key: string): Promise<{ _id: string }> {
  return (await answer(books.acts.$post({ json }, idempotencyHeaders(key)))).act;
}

export const postAct = action(one.post.$post, "act");
export const cancelAct = action(one.cancel.$post, "act");

export async function openBankAccount(json: BankAccountBody, key: string): Promise<{ name: string }> {
  return (await answer(books["bank-accounts"].$post({ json }, idempotencyHeaders(key)))).account;
}

export type AdminAct = InferResponseType<typeof books.acts.$get>["acts"][number];
export type ActKind = AdminAct["kind"];
export type PlannedAct = InferResponseType<typeof one.$get>;
export type ActPlan = InferResponseType<typeof books.plan.$post>;
export type ActBody = InferRequestType<typeof books.plan.$post>["json"];
export type PostBody = InferRequestType<typeof one.post.$post>["json"];
export type BankAccountBody = InferRequestType<(typeof books)["bank-accounts"]["$post"]>["json"];
