import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { readPerson } from "../../platform/read-person.ts";
import type { Scope } from "../../platform/scope.ts";
import { questionThread, selectQuestionThread } from "../questions/question-thread.ts";
import { traderContextView } from "../users/trader-context.ts";
import { selectTraderContext } from "../users/trader-context-store.ts";
import { payerOf, selectException } from "./exception-store.ts";
import { exceptionView } from "./exception-view.ts";

/**
 * Reads one mismatched payment, whatever its state, and the trader whose code was paid, together. The audit log says who looked.
 * @throws AppError `not_found`
 */
export async function findException(scope: Scope, id: string) {
  const { query } = scope.db;
  const { rows } = await readPerson(
    scope,
    (callerId) => payerOf(callerId, id),
    (callerId) => [
      selectException(query, callerId, id),
      ...selectQuestionThread(query, callerId, "exception", id, payerOf(callerId, id)),
      ...selectTraderContext(query, callerId, payerOf(callerId, id), scope.now()),
    ],
  );
  const [[row], thread, language, ...context] = rows;
  if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
  return {
    exception: exceptionView(row),
    /** Null while nobody knows whose payment it is. */
    trader: row.deposit && traderContextView(context, scope.language),
    questions: questionThread("exception", [thread, language]),
  };
}
