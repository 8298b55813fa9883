import { AppError } from "../contract/errors.ts";
import { BOOK_TEXT } from "./book-answers.ts";
import type { ActInput, BookFacts, BookPlan } from "./book-plan.ts";
import { entriesOf } from "./plan-entries.ts";
import { assertNewRecord, assertNewReference, assertRecord, assertTrader } from "./plan-rules.ts";

/**
 * The plan of a deposit whose payment the bank took back. It takes what its trader has available; the rest is owed, and as long as
 * anything is, the trader's open withdrawals wait. The deposit stays paid.
 * @throws AppError `not_found` | `wrong_state` | `settlement_used`
 */
export function planDepositReversed(
  { bankReference }: Extract<ActInput, { kind: "deposit_reversed" }>,
  facts: BookFacts,
): BookPlan {
  const { id, status, amountCents, endedAtMs } = assertRecord(facts);
  const { id: userId } = assertTrader(facts);
  if (endedAtMs !== null) throw new AppError("wrong_state", BOOK_TEXT.reversed);
  if (status !== "paid") throw new AppError("wrong_state", BOOK_TEXT.notPaid);
  assertNewRecord(facts);
  assertNewReference(facts);
  const terms = {
    kind: "deposit_reversed" as const,
    recordId: id,
    userId,
    fromAccount: `available:${userId}` as const,
    toAccount: "house:khqr" as const,
    amountCents,
    rateHundredths: null,
    bankReference,
    evidence: null,
  };
  const entries = entriesOf(terms, facts);
  const owes = entries.some(({ accountId }) => accountId === `receivable:${userId}`);
  return {
    terms,
    entries,
    changes: [{ record: "deposit", id, field: "reversedAt" }],
    waiting: owes ? facts.openWithdrawals : 0,
  };
}
