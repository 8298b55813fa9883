import type { InferRequestType, InferResponseType } from "hono/client";
import type { QuestionKind } from "../../../worker/contract/client-questions.ts";
import { LANGUAGES } from "../../../worker/contract/languages.ts";
import { answer, api } from "../../state/api.ts";
import { idempotencyHeaders } from "../core/call-parts.ts";

/** Admin API calls about questions to clients, and their types. Times ISO 8601. The conversation comes with its item. */

const { questions } = api.admin;
const one = questions[":id"];

/** The conversation about an item, and the templates of a question. */
export type QuestionThread = InferResponseType<(typeof api.admin.withdrawals)[":id"]["$get"]>["questions"];
export type AdminQuestion = QuestionThread["list"][number];
/** What an item has waited for its client. */
export type ClientWait = InferResponseType<typeof api.admin.withdrawals.$get>["withdrawals"][number]["client"];

/** In place of a conversation where the answer has none, as that of an earlier version. */
export const NO_QUESTIONS: QuestionThread = { language: LANGUAGES[0], list: [], templates: [] };

export type AskBody = Omit<InferRequestType<typeof questions.$post>["json"], "kind" | "id">;
export type PhoneBody = { question: string; text: string };
export type TakeBackBody = { question: string };

/** Asks the trader of an item. @throws ApiError | NetworkError */
export async function askClient(kind: QuestionKind, id: string, body: AskBody, key: string): Promise<void> {
  await answer(questions.$post({ json: { ...body, kind, id } }, idempotencyHeaders(key)));
}

/** Records what a trader answered on the phone. @throws ApiError | NetworkError */
export async function recordPhoneAnswer({ question, text }: PhoneBody, key: string): Promise<void> {
  await answer(one.answer.$post({ param: { id: question }, json: { text } }, idempotencyHeaders(key)));
}

/** Takes a question back that has no answer yet. @throws ApiError | NetworkError */
export async function takeBackQuestion({ question }: TakeBackBody, key: string): Promise<void> {
  await answer(one["take-back"].$post({ param: { id: question }, json: {} }, idempotencyHeaders(key)));
}
