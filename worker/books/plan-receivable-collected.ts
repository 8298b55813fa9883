import { AppError } from "../contract/errors.ts";
import { formatUsd } from "../contract/money.ts";
import { BOOK_TEXT } from "./book-answers.ts";
import type { ActInput, BookFacts, BookPlan } from "./book-plan.ts";
import { balanceOf, entriesOf } from "./plan-entries.ts";
import { assertAmount, assertTrader } from "./plan-rules.ts";

/**
 * The plan of collecting what a trader owes of a reversed deposit, from what they have available now.
 * @throws AppError `not_found` | `wrong_state` | `invalid_input` | `insufficient_funds`
 */
export function planReceivableCollected(
  { amountCents }: Extract<ActInput, { kind: "receivable_collected" }>,
  facts: BookFacts,
): BookPlan {
  const { id: userId } = assertTrader(facts);
  const owedCents = -balanceOf(facts, `receivable:${userId}`);
  if (owedCents === 0) throw new AppError("wrong_state", BOOK_TEXT.owesNothing);
  assertAmount(amountCents, owedCents);
  const availableCents = balanceOf(facts, `available:${userId}`);
  if (amountCents > availableCents) {
    throw new AppError("insufficient_funds", BOOK_TEXT.notAvailable(formatUsd(availableCents)), { field: "amount" });
  }
  const terms = {
    kind: "receivable_collected" as const,
    recordId: null,
    userId,
    fromAccount: `available:${userId}` as const,
    toAccount: `receivable:${userId}` as const,
    amountCents,
    rateHundredths: null,
    bankReference: null,
    evidence: null,
  };
  const waiting = amountCents < owedCents ? facts.openWithdrawals : 0;
  return { terms, entries: entriesOf(terms, facts), changes: [], waiting };
}
