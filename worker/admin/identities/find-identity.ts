import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { readPerson } from "../../platform/read-person.ts";
import type { Scope } from "../../platform/scope.ts";
import { idForCaller } from "../lists/person-sql.ts";
import { questionThread, selectQuestionThread } from "../questions/question-thread.ts";
import { traderContextView } from "../users/trader-context.ts";
import { selectTraderContext } from "../users/trader-context-store.ts";
import { selectCard, selectCardOthers } from "./card-admin-store.ts";
import { cardOthersView, cardView } from "./card-admin-view.ts";
import { selectAdminIdentity } from "./identity-admin-store.ts";
import { adminIdentityView } from "./identity-admin-view.ts";

/**
 * Reads one trader's identity, whatever its state, and the trader, together. The audit log says who looked.
 * @throws AppError `not_found`, also for a trader who has submitted no ID card
 */
export async function findIdentity(scope: Scope, userId: string) {
  const { query } = scope.db;
  const { rows } = await readPerson(
    scope,
    () => userId,
    (callerId) => [
      selectAdminIdentity(query, callerId, userId),
      selectCard(query, callerId, idForCaller(callerId, userId)),
      selectCardOthers(query, idForCaller(callerId, userId)),
      ...selectQuestionThread(query, callerId, "identity", userId, idForCaller(callerId, userId)),
      ...selectTraderContext(query, callerId, idForCaller(callerId, userId), scope.now()),
    ],
  );
  const [[row], card, others, thread, language, ...context] = rows;
  if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
  return {
    identity: adminIdentityView(row),
    /** What the card says, once it was read. */
    card: await cardView(scope, card),
    /** Other people with the same card. */
    cardOthers: cardOthersView(others),
    trader: traderContextView(context, scope.language),
    questions: questionThread("identity", [thread, language]),
  };
}
