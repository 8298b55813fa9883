import type { MonthReport } from "../month-close/month-calls.ts";

type TermKind = NonNullable<MonthReport["currencies"][number]["bank"]>["terms"][number]["kind"];

/** The parts of a difference between the bank's balance and client money. */
export const BANK_TERM_TEXT: Record<TermKind, string> = {
  payment_not_recorded: "Unknown payment",
  debit_not_recorded: "Debit not booked",
  exception: "Payment to decide",
  deposit_not_on_statement: "Deposit not on the statement",
  payout_not_debited: "Payout not debited yet",
  other_day: "Booked on another day",
  trading_results: "Trading results",
  suspense: "Suspense",
  exchange: "Exchange",
  fees: "Fees",
  receivables: "Owed by traders",
};
