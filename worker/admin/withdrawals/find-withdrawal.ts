import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { readPerson } from "../../platform/read-person.ts";
import type { Scope } from "../../platform/scope.ts";
import { selectNameChecks, selectOthersOfDestination } from "../holders/name-check-store.ts";
import { namesView } from "../holders/name-check-view.ts";
import { selectCard, selectCardOthers } from "../identities/card-admin-store.ts";
import { cardNameView, cardOthersView } from "../identities/card-admin-view.ts";
import { queueRules } from "../overview/queue-store.ts";
import { questionThread, selectQuestionThread } from "../questions/question-thread.ts";
import { traderContextView } from "../users/trader-context.ts";
import { selectTraderContext } from "../users/trader-context-store.ts";
import { payoutInForce } from "./withdrawal-admin-rules.ts";
import {
  selectAdminWithdrawal,
  selectColleagues,
  selectMovedAlone,
  selectPayouts,
  traderOf,
} from "./withdrawal-admin-store.ts";
import { adminWithdrawalView, payoutsView } from "./withdrawal-admin-view.ts";
import { aloneWarning, withdrawalWarnings } from "./withdrawal-warnings.ts";

/**
 * Reads one withdrawal, whatever its state, its trader, and the warnings for a decision, together. The audit
 * log says who looked.
 * @throws AppError `not_found`
 */
export async function findWithdrawal(scope: Scope, id: string) {
  const { query } = scope.db;
  const nowMs = scope.now();
  const rules = queueRules(scope.settings, nowMs);
  const { caller, rows } = await readPerson(
    scope,
    (callerId) => traderOf(callerId, id),
    (callerId) => [
      ...selectAdminWithdrawal(query, callerId, id),
      selectPayouts(query, id),
      selectMovedAlone(query, callerId, id, nowMs),
      selectColleagues(query, callerId),
      selectNameChecks(query, id),
      selectOthersOfDestination(query, id),
      selectCard(query, callerId, traderOf(callerId, id)),
      selectCardOthers(query, traderOf(callerId, id)),
      ...selectQuestionThread(query, callerId, "withdrawal", id, traderOf(callerId, id)),
      ...selectTraderContext(query, callerId, traderOf(callerId, id), nowMs),
    ],
  );
  const [
    [row],
    images,
    [payouts],
    [moved],
    colleagues,
    checks,
    others,
    card,
    cardOthers,
    thread,
    language,
    ...context
  ] = rows;
  if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
  const withdrawal = adminWithdrawalView(row, images, rules);
  const trader = traderContextView(context, scope.language);
  // What stays of a card after a verification was reversed says nothing about the person any more.
  const cardRead = trader.identity.status === "verified" ? await cardNameView(scope, card) : null;
  return {
    withdrawal,
    trader,
    questions: questionThread("withdrawal", [thread, language]),
    payouts: payoutsView(payouts),
    names: { ...namesView(checks, others), card: cardRead, cardOthers: cardOthersView(cardOthers) },
    /** The other operators, to whom it can be handed over. */
    colleagues: colleagues.map(({ id: _id, name }) => ({ _id, name })),
    warnings: [
      ...withdrawalWarnings(withdrawal, trader, {
        nowMs,
        unverifiedPayout: payoutInForce(row, rules.unverifiedPayout),
        card: cardRead,
      }),
      ...aloneWarning(row, {
        id: caller.userId,
        movedCents: moved?.cents ?? 0,
        soleApproverPayout: rules.soleApproverPayout,
      }),
    ],
  };
}
