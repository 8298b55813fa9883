import { AppError } from "../contract/errors.ts";
import type { AccountId } from "../ledger/transfer-store.ts";
import { BOOK_TEXT } from "./book-answers.ts";
import type { ActInput, BookFacts, BookPlan } from "./book-plan.ts";
import { entriesOf } from "./plan-entries.ts";
import { assertAmount, assertHouseAccount, assertRate } from "./plan-rules.ts";

/**
 * The plan of an adjustment between two accounts of the house of one currency. It never touches a trader's money.
 * @throws AppError `invalid_input`
 */
export function planAdjustment(
  { from, to, amountCents, rateHundredths }: Extract<ActInput, { kind: "adjustment" }>,
  facts: BookFacts,
): BookPlan {
  const source = assertHouseAccount(facts, from, "from");
  const target = assertHouseAccount(facts, to, "to");
  if (from === to) throw new AppError("invalid_input", BOOK_TEXT.sameAccount, { field: "to" });
  if (source.currency !== target.currency) {
    throw new AppError("invalid_input", BOOK_TEXT.otherCurrency, { field: "to" });
  }
  assertRate(source.currency, rateHundredths);
  assertAmount(amountCents);
  const terms = {
    kind: "adjustment" as const,
    recordId: null,
    userId: null,
    // They are among the facts, and so ids of accounts.
    fromAccount: source.id as AccountId,
    toAccount: target.id as AccountId,
    amountCents,
    rateHundredths,
    bankReference: null,
    evidence: null,
  };
  return { terms, entries: entriesOf(terms, facts), changes: [], waiting: 0 };
}
