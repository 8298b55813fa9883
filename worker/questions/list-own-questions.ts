import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { selectOwnQuestions } from "./question-store.ts";
import { ownQuestionView } from "./question-view.ts";

/** The caller's newest questions with their answers, newest first. @throws AppError `not_signed_in` */
export async function listOwnQuestions(scope: Scope) {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectOwnQuestions(scope.db.query, callerId)]);
  return rows[0].map(ownQuestionView);
}
