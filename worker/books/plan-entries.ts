import { cents, dollarsFromCents } from "../contract/money.ts";
import type { AccountId } from "../ledger/transfer-store.ts";
import type { ActTerms, BookFacts, PlannedEntry } from "./book-plan.ts";

/**
 * The entries of an act: its sum from one account to the other. Of a reversed deposit, what the trader no longer has is owed.
 * Entries of nothing are left out. Pure.
 */
export function entriesOf(terms: ActTerms, facts: Pick<BookFacts, "accounts">): PlannedEntry[] {
  const { fromAccount, toAccount, amountCents, userId, rateHundredths } = terms;
  const owedCents =
    terms.kind === "deposit_reversed" ? amountCents - Math.min(amountCents, balanceOf(facts, fromAccount)) : 0;
  const moves: Array<[AccountId, number]> = [
    [fromAccount, owedCents - amountCents],
    [`receivable:${userId}`, -owedCents],
    [toAccount, amountCents],
  ];
  return moves
    .filter(([, moved]) => moved !== 0)
    .map(([accountId, moved]) => {
      const beforeCents = balanceOf(facts, accountId);
      return { accountId, amountCents: cents(moved), rateHundredths, beforeCents, afterCents: beforeCents + moved };
    });
}

/** An entry of a plan as a dry run shows it; amounts are in units of the account's currency. */
export function plannedEntryView({ accountId, amountCents, rateHundredths, beforeCents, afterCents }: PlannedEntry) {
  return {
    accountId,
    amount: dollarsFromCents(amountCents),
    /** Riel for a dollar; null in dollars. */
    rate: rateHundredths === null ? null : rateHundredths / 100,
    before: dollarsFromCents(beforeCents),
    after: dollarsFromCents(afterCents),
  };
}

/** The balance of an account; 0 for one that is not open yet. */
export function balanceOf({ accounts }: Pick<BookFacts, "accounts">, id: string): number {
  return accounts.find((account) => account.id === id)?.balanceCents ?? 0;
}
