import { withTotal } from "../core/admin-text.ts";
import type { AdminException, ExceptionStatus } from "./exception-calls.ts";

const EXCEPTION_STATUS: Record<ExceptionStatus, string> = {
  open: "Open",
  matched: "Matched",
  refunded: "Refunded",
  dismissed: "Dismissed",
};

const EXCEPTION_REASON: Record<AdminException["reason"], string> = {
  wrong_currency: "Different currency",
  wrong_amount: "Different amount",
  paid_before_created: "Paid before the code was created",
  paid_twice: "Paid twice",
  settlement_used: "Payment already credited",
};

/** Texts of payments that do not match their deposit. */
export const EXCEPTION_ADMIN_TEXT = {
  title: "Exceptions",
  loading: "Loading exceptions",
  status: EXCEPTION_STATUS,
  reason: EXCEPTION_REASON,
  shown: (count: number, hasMore: boolean) => withTotal(count, hasMore, "payment"),
  empty: {
    open: ["No payment is waiting for a decision", "Payments that do not match their deposit will appear here."],
    matched: ["Nothing is matched yet", "Payments that were credited after a review will appear here."],
    refunded: ["Nothing is refunded yet", "Payments that were sent back will appear here."],
    dismissed: ["Nothing is dismissed yet", "Payments that need no action will appear here, with the reason."],
  } satisfies Record<ExceptionStatus, readonly [string, string]>,
  sums: "Sums",
  paid: "Paid",
  asked: "Asked",
  from: "From",
  paidFrom: "Paid from",
  payerNotKnown: "Not known",
  difference: "Difference",
  stageLabel: "Waits for",
  stage: { waiting: "For you" },
  why: "Why it waits",
  reasonDetail: {
    wrong_currency: "The payment is not in the currency of the deposit.",
    wrong_amount: "The sum paid is not the sum requested.",
    paid_before_created: "The payment is older than the code that it was made for.",
    paid_twice: "The deposit was already paid; this is another payment for it.",
    settlement_used: "This payment was already credited to another deposit.",
  } satisfies Record<AdminException["reason"], string>,
  payment: "Payment",
  deposit: "Deposit",
  paidAt: "Paid",
  beside: "What to consider",
  candidates: "Deposits it may belong to",
  noCandidate: "None of the newest deposits.",
  candidate: { own: "Its code was paid", same_sum: "Same sum, not paid" },
  noTime: "The network gave no time",
  noticed: "Noticed",
  hash: "Settlement hash",
  bill: "Bill number",
  depositStatus: "Status",
  decision: "Decision",
  credited: "Credited",
  note: "Note",
  decidedBy: "Decided by",
  decidedAt: "Decided",
  match: "Match",
  refund: "Record a refund",
  dismiss: "Dismiss",
  matchTitle: "Match to the deposit",
  matchLead: (name: string) => `Credits ${name}. Two admins must agree on the same sum.`,
  matchAmount: "Amount to credit",
  matchHint: (paid: string, asked: string) => `Paid ${paid}, asked ${asked}`,
  /** @param sum null while no creditable amount is typed */
  matchSubmit: (sum: string | null) => (sum === null ? "Credit" : `Credit ${sum}`),
  amountOver: (most: string) => `At most ${most} can be credited`,
  notCreditable: {
    settlement_used: "This payment was credited to another deposit, so none of it can be credited again.",
    less_than_a_cent: "Less than a cent was paid, so nothing can be credited.",
  } satisfies Record<NonNullable<AdminException["notCreditable"]>, string>,
  amountMissing: "Enter dollars with at most two decimals",
  refundLead:
    "Use this for money that you have sent back yourself. This note pays and credits nothing. The trader reads it.",
  refundSubmit: "Record the refund",
  dismissTitle: "Dismiss this payment",
  dismissLead: "Nothing is credited, and nothing is sent back. The trader reads the reason.",
  noteLabel: { match: "Note", refund: "How it was sent back", dismiss: "Reason" },
  noteMissing: "Enter a note: colleagues read it later",
  done: {
    match: (sum: string, name: string) => `Credited ${sum} to ${name}`,
    approvalRecorded: "Your approval is recorded. A second admin must agree on the same sum.",
    refund: "Refund recorded",
    dismiss: "Dismissed",
  },
} as const;
