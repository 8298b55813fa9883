import { BOOKS } from "../contract/books.ts";
import { AppError } from "../contract/errors.ts";
import { formatUsd } from "../contract/money.ts";
import { BOOK_TEXT } from "./book-answers.ts";
import type { ActInput, BookFacts, BookPlan } from "./book-plan.ts";
import { balanceOf, entriesOf } from "./plan-entries.ts";
import { assertAmount, assertTrader } from "./plan-rules.ts";

/**
 * The plan of a correction of a trader's balance, against the house's suspense: an adjustment moves it from there to where it belongs.
 * Capped for one and for 24 hours, and never below zero.
 * @throws AppError `not_found` | `wrong_state` | `invalid_input` | `insufficient_funds`
 */
export function planCorrection(
  { direction, amountCents, evidence }: Extract<ActInput, { kind: "correction" }>,
  facts: BookFacts,
): BookPlan {
  const { id: userId } = assertTrader(facts);
  assertAmount(amountCents, BOOKS.correctionCentsMax - facts.correctedCents);
  const own = `available:${userId}` as const;
  const availableCents = balanceOf(facts, own);
  if (direction === "debit" && amountCents > availableCents) {
    throw new AppError("insufficient_funds", BOOK_TEXT.notAvailable(formatUsd(availableCents)), { field: "amount" });
  }
  const suspense = "house:suspense" as const;
  const [fromAccount, toAccount] = direction === "credit" ? [suspense, own] : [own, suspense];
  const terms = {
    kind: "correction" as const,
    recordId: null,
    userId,
    fromAccount,
    toAccount,
    amountCents,
    rateHundredths: null,
    bankReference: null,
    evidence,
  };
  return { terms, entries: entriesOf(terms, facts), changes: [], waiting: 0 };
}
