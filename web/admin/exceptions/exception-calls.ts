import type { InferRequestType, InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";
import { action, type Found, orNull, pagesOf } from "../core/call-parts.ts";
import { NO_QUESTIONS, type QuestionThread } from "../questions/question-calls.ts";
import type { ItemContext } from "../trader/trader-types.ts";

/** Admin API calls about unmatched payments, and their types. Money in dollars, times ISO 8601. */

const { exceptions } = api.admin;
const one = exceptions[":id"];

export const fetchExceptions = pagesOf(exceptions.$get, "exceptions");

/**
 * One unmatched payment of any status, and its trader; null when there is none with this id.
 * @throws ApiError | NetworkError
 */
export async function findException(
  id: string,
  signal: AbortSignal,
): Promise<Found<AdminException, ExceptionContext> | null> {
  const found = await orNull(answer(one.$get({ param: { id } }, { init: { signal } })));
  return (
    found && { row: found.exception, context: { trader: found.trader, questions: found.questions ?? NO_QUESTIONS } }
  );
}

/** What a decision about a payment would write. */
export async function planDecision(id: string, json: DecisionBody, signal: AbortSignal) {
  return (await answer(one.plan.$post({ param: { id }, json }, { init: { signal } }))).plan;
}

/** Approves crediting a payment to its trader, or credits it with the second approval. */
export const matchException = action(one.match.$post, "exception");
/** Approves the record of a refund, or records it with the second approval. */
export const recordRefund = action(one["refund-note"].$post, "exception");
export const dismissException = action(one.dismiss.$post, "exception");

export type AdminException = InferResponseType<typeof exceptions.$get>["exceptions"][number];
/** The trader, null while nobody knows whose payment it is, and what was asked about it. */
export type ExceptionContext = { trader: ItemContext["trader"] | null; questions: QuestionThread };
export type ExceptionStatus = AdminException["status"];
export type DecisionBody = InferRequestType<typeof one.plan.$post>["json"];
export type MatchBody = InferRequestType<typeof one.match.$post>["json"];
export type RefundBody = InferRequestType<(typeof one)["refund-note"]["$post"]>["json"];
export type NoteBody = InferRequestType<typeof one.dismiss.$post>["json"];
