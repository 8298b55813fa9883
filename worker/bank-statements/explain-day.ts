/**
 * A group of what belongs together: a line with its transfers, a line alone, or a transfer alone. Sums are in hundredths of one currency.
 * @property decision `exception`: the line waits for a decision as a payment exception
 * @property count how many groups of one kind it is the sum of; 1 by default
 */
export type MoneyGroup = {
  line: { day: number; amountCents: number } | null;
  transfers: readonly { day: number; amountCents: number }[];
  decision: "exception" | null;
  count?: number;
};

/** The balance of a bank account at the end of a day; null where no statement says one. @property lastAtMs of its newest line */
export type BankBalance = { id: string; cents: number | null; lastAtMs: number | null };

/** What explains a part of the difference between the bank and the ledger. */
export type TermKind =
  /** Lines that no transfer has: what came in, and what went out. */
  | "payment_not_recorded"
  | "debit_not_recorded"
  /** Payments that wait for a decision, or were decided otherwise than by their sum. */
  | "exception"
  /** Transfers that no statement has yet. */
  | "deposit_not_on_statement"
  | "payout_not_debited"
  /** Matched, with one side on a later day, as after the bank's cut-off. */
  | "other_day"
  /** Client money that did not come from the bank: traders' results, corrections, fees of the bank, and what traders owe. */
  | "trading_results"
  | "suspense"
  /** Riel that were credited in dollars: the house keeps the one and gives the other. */
  | "exchange"
  | "fees"
  | "receivables";

export type Term = { kind: TermKind; cents: number; count: number };

/** The part of a term that the lines and transfers of one day make. */
export type TermDay = { kind: TermKind; day: number; cents: number; count: number };

export type DayFacts = {
  day: number;
  /** The balances of the bank at the end of its day. */
  bankCents: number;
  /** All traders' money at the end of the operation's day. */
  clientCents: number;
  groups: readonly MoneyGroup[];
  /** Balances of the house at the end of the day, as the ledger has them: below zero for what the house has. */
  house: { tradingCents: number; suspenseCents: number; exchangeCents: number; feesCents: number };
  /** What traders owe, below zero. */
  receivableCents: number;
};

export type DayExplained = {
  bankCents: number;
  clientCents: number;
  differenceCents: number;
  /** They and what is not explained add up to the difference, to the cent. */
  terms: Term[];
  /** Those of lines and transfers, day by day. */
  days: TermDay[];
  /**
   * What no open line and no transfer accounts for: days that no statement has, a balance before the first statement that the ledger does
   * not have, or money of the company itself that was never entered.
   */
  notExplainedCents: number;
};

/**
 * Client money against the bank at the end of a day.
 *
 * Client money is minus the balances of the house and what traders owe, since each transfer sums to zero. Of the house, what moves at the bank is the
 * sum of the transfers' effects; the rest are results, suspense and fees. So the difference is what lines and transfers up to that day do not
 * have in common, and those balances.
 */
export function explainDay({ day, bankCents, clientCents, groups, house, receivableCents }: DayFacts): DayExplained {
  const sums = new Map<TermKind, Term>();
  const days = new Map<string, TermDay>();
  const add = (kind: TermKind, cents: number, ofDay: number | null, count = 0) => {
    if (cents === 0) return;
    const term = sums.get(kind) ?? { kind, cents: 0, count: 0 };
    sums.set(kind, { kind, cents: term.cents + cents, count: term.count + count });
    if (ofDay === null) return;
    const key = `${kind} ${ofDay}`;
    const before = days.get(key) ?? { kind, day: ofDay, cents: 0, count: 0 };
    days.set(key, { ...before, cents: before.cents + cents, count: before.count + count });
  };
  for (const group of groups) {
    const { line, transfers, decision, count = 1 } = group;
    const lineCents = line && line.day <= day ? line.amountCents : 0;
    const effects = transfers.filter((transfer) => transfer.day <= day);
    const cents = lineCents - effects.reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (line && decision === "exception") add("exception", cents, line.day, count);
    else if (line && transfers.length > 0) add("other_day", cents, line.day, count);
    else if (line) add(lineCents > 0 ? "payment_not_recorded" : "debit_not_recorded", cents, line.day, count);
    else {
      for (const effect of effects) {
        add(
          effect.amountCents > 0 ? "deposit_not_on_statement" : "payout_not_debited",
          -effect.amountCents,
          effect.day,
          count,
        );
      }
    }
  }
  add("trading_results", house.tradingCents, null);
  add("suspense", house.suspenseCents, null);
  add("exchange", house.exchangeCents, null);
  add("fees", house.feesCents, null);
  add("receivables", receivableCents, null);
  const terms = TERM_ORDER.flatMap((kind) => sums.get(kind) ?? []).filter(({ cents }) => cents !== 0);
  const differenceCents = bankCents - clientCents;
  const explained = terms.reduce((sum, { cents }) => sum + cents, 0);
  return {
    ...{ bankCents, clientCents, differenceCents, terms, days: [...days.values()] },
    notExplainedCents: differenceCents - explained,
  };
}

/** First what somebody has to do, then what passes by itself, then what stands in the books. */
const TERM_ORDER: readonly TermKind[] = [
  "payment_not_recorded",
  "debit_not_recorded",
  "exception",
  "deposit_not_on_statement",
  "payout_not_debited",
  "other_day",
  "trading_results",
  "suspense",
  "exchange",
  "fees",
  "receivables",
];
