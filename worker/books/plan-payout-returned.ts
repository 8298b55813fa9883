import { AppError } from "../contract/errors.ts";
import { BOOK_TEXT } from "./book-answers.ts";
import type { ActInput, BookFacts, BookPlan } from "./book-plan.ts";
import { entriesOf } from "./plan-entries.ts";
import { assertNewRecord, assertNewReference, assertRecord, assertTrader } from "./plan-rules.ts";

/**
 * The plan of a payout that the bank sent back: its whole sum is its trader's again. The withdrawal stays completed.
 * @throws AppError `not_found` | `wrong_state` | `settlement_used`
 */
export function planPayoutReturned(
  { bankReference }: Extract<ActInput, { kind: "payout_returned" }>,
  facts: BookFacts,
): BookPlan {
  const { id, status, amountCents, endedAtMs } = assertRecord(facts);
  const { id: userId } = assertTrader(facts);
  if (endedAtMs !== null) throw new AppError("wrong_state", BOOK_TEXT.returned);
  if (status !== "completed") throw new AppError("wrong_state", BOOK_TEXT.notCompleted);
  assertNewRecord(facts);
  assertNewReference(facts);
  const terms = {
    kind: "payout_returned" as const,
    recordId: id,
    userId,
    fromAccount: "house:payout" as const,
    toAccount: `available:${userId}` as const,
    amountCents,
    rateHundredths: null,
    bankReference,
    evidence: null,
  };
  return {
    terms,
    entries: entriesOf(terms, facts),
    changes: [{ record: "withdrawal", id, field: "returnedAt" }],
    waiting: 0,
  };
}
