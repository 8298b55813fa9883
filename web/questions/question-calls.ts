import { answer, api } from "../state/api.ts";
import type { QueryOptions } from "../state/query.ts";

/** The calls of questions to the caller. Each throws ApiError or NetworkError. Times ISO 8601. */

/** A question of the operation to the caller, with its answer. */
export type ClientQuestion = Awaited<ReturnType<typeof fetchQuestions>>[number];

/** What is sent as an answer: a text, and pictures as data URLs. */
export type AnswerBody = { text: string; images: string[] };

async function fetchQuestions(signal: AbortSignal) {
  return (await answer(api.questions.$get({}, { init: { signal } }))).questions;
}

/** The caller's questions, newest first. */
export const QUESTIONS: QueryOptions<readonly ClientQuestion[]> = {
  key: "questions",
  fetch: fetchQuestions,
  isKept: true,
};

/** Answers a question, once. @param key the idempotency key of the attempt */
export async function answerQuestion(id: string, body: AnswerBody, key: string): Promise<ClientQuestion> {
  const headers = { "Idempotency-Key": key };
  return (await answer(api.questions[":id"].answer.$post({ param: { id }, json: body }, { headers }))).question;
}
