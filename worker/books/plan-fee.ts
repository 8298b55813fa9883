import { BOOKS } from "../contract/books.ts";
import type { ActInput, BookFacts, BookPlan } from "./book-plan.ts";
import { entriesOf } from "./plan-entries.ts";
import { assertAmount, assertHouseAccount, assertNewReference, assertRate } from "./plan-rules.ts";

/**
 * The plan of a fee that the bank took from one of its accounts.
 * @throws AppError `invalid_input` | `settlement_used`
 */
export function planFee(
  { bankAccount, amountCents, rateHundredths, bankReference }: Extract<ActInput, { kind: "fee" }>,
  facts: BookFacts,
): BookPlan {
  const toAccount = `house:bank:${bankAccount}` as const;
  const { currency } = assertHouseAccount(facts, toAccount, "bankAccount");
  assertRate(currency, rateHundredths);
  assertAmount(amountCents, currency === "USD" ? BOOKS.feeCentsMax : BOOKS.feeRielHundredthsMax, currency);
  assertNewReference(facts);
  const terms = {
    kind: "fee" as const,
    recordId: null,
    userId: null,
    fromAccount: currency === "USD" ? ("house:fees" as const) : ("house:fees:khr" as const),
    toAccount,
    amountCents,
    rateHundredths,
    bankReference,
    evidence: null,
  };
  return { terms, entries: entriesOf(terms, facts), changes: [], waiting: 0 };
}
