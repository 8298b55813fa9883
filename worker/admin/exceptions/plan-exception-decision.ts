import { plannedEntryView } from "../../books/plan-entries.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { assertOpen, traderOfMatch } from "./exception-rules.ts";
import { decisionFactsOf, selectChosenTrader, selectDecisionFacts, selectException } from "./exception-store.ts";
import { type DecisionInput, planDecision } from "./plan-decision.ts";

/**
 * The dry run of a decision about a payment: every entry with its account before and after. It writes nothing.
 * @throws AppError what the decision itself would be refused with
 */
export async function planExceptionDecision(scope: Scope, id: string, input: DecisionInput) {
  const { query } = scope.db;
  const userId = input.decision === "match" ? input.userId : undefined;
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectException(query, callerId, id),
    selectDecisionFacts(query, callerId, id, userId),
    selectChosenTrader(query, callerId, userId),
  ]);
  const [[found], [facts], [chosen]] = rows;
  const row = assertOpen(found, found?.version ?? 0, caller.userId);
  const traderId =
    input.decision === "match" ? traderOfMatch(row, { userId, found: chosen }, caller.userId)._id : row.traderId;
  const { amountCents, entries } = planDecision(input, { ...row, traderId }, decisionFactsOf(facts));
  return {
    plan: {
      amount: dollarsFromCents(amountCents),
      entries: entries.map(({ kind, ...entry }) => ({ kind, ...plannedEntryView(entry) })),
    },
  };
}
