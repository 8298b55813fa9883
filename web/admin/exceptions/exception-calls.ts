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

/** Approves crediting a payment to its trader, or credits it with the second approval. */
export const matchException = action(one.match.$post, "exception");
/** Approves the record of a refund, or records it with the second approval. */
export const recordRefund = action(one["refund-note"].$post, "exception");
export const dismissException = action(one.dismiss.$post, "exception");

export type AdminException = InferResponseType<typeof exceptions.$get>["exceptions"][number];
/** The trader, and what was asked about the payment. */
export type ExceptionContext = ItemContext & { questions: QuestionThread };
export type ExceptionStatus = AdminException["status"];
export type MatchBody = InferRequestType<typeof one.match.$post>["json"];
export type RefundBody = InferRequestType<(typeof one)["refund-note"]["$post"]>["json"];
export type NoteBody = InferRequestType<typeof one.dismiss.$post>["json"];
