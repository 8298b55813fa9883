import type { bookActs } from "../../db/schema/index.ts";
import type { Cents } from "../contract/money.ts";
import type { AccountId } from "../ledger/transfer-store.ts";

/** What a planner of an act on the books takes and gives. All sums are hundredths of the account's currency. */

/** An act as an admin asks for it. Text is cleaned. @property reason is for admins; it is stored with the act */
export type ActInput = { reason: string } & (
  | { kind: "payout_returned"; withdrawalId: string; bankReference: string }
  | { kind: "deposit_reversed"; depositId: string; bankReference: string }
  | { kind: "receivable_collected"; userId: string; amountCents: Cents }
  | { kind: "fee"; bankAccount: string; amountCents: Cents; rateHundredths: number | null; bankReference: string }
  | { kind: "correction"; userId: string; direction: "credit" | "debit"; amountCents: Cents; evidence: string }
  | { kind: "adjustment"; from: string; to: string; amountCents: Cents; rateHundredths: number | null }
);

/** The columns of an act that its input and the facts decide; they never change. */
export type ActTerms = Pick<
  typeof bookActs.$inferSelect,
  "kind" | "recordId" | "userId" | "amountCents" | "rateHundredths" | "bankReference" | "evidence"
> & { fromAccount: AccountId; toAccount: AccountId };

/** An account as the facts have it. */
export type FactAccount = { id: string; kind: string; currency: "USD" | "KHR"; balanceCents: number };

/** What the database holds of what an act is about. Read in one batch with the act itself (`selectFactsOf`). */
export type BookFacts = {
  /**
   * The withdrawal or the deposit; null where the act is about none, or there is none of this id. @property name its number, or that
   * of its code @property endedAtMs when it was returned or reversed
   */
  record: {
    id: string;
    userId: string;
    name: string;
    status: string;
    amountCents: number;
    endedAtMs: number | null;
  } | null;
  /** The trader whose money it moves; null for an act of the house alone, or where there is none of this id. */
  trader: { id: string; email: string; closedAtMs: number | null } | null;
  /** The accounts that it may touch, as far as they are open. */
  accounts: readonly FactAccount[];
  /** Another act that was not cancelled has this reference of the bank, or is about this record. */
  isReferenceUsed: boolean;
  isRecordUsed: boolean;
  /** What was corrected of the trader in the last 24 hours, in both directions together. */
  correctedCents: number;
  /** How many withdrawals of the trader are open, which wait while the trader owes. */
  openWithdrawals: number;
};

/** An entry as it will be written, and its account before and after. */
export type PlannedEntry = {
  accountId: AccountId;
  amountCents: Cents;
  rateHundredths: number | null;
  beforeCents: number;
  afterCents: number;
};

/**
 * All that an act writes. The dry run shows it, and the act writes it: both come from the same planner.
 * @property changes the records that say so afterwards
 * @property waiting how many open withdrawals of the trader wait from then on
 */
export type BookPlan = {
  terms: ActTerms;
  entries: readonly PlannedEntry[];
  changes: ReadonlyArray<{ record: "withdrawal" | "deposit"; id: string; field: "returnedAt" | "reversedAt" }>;
  waiting: number;
};
