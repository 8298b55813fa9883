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
  why: "Why it waits",
  reasonDetail: {
    wrong_currency: "The payment is not in the currency of the deposit.",
    wrong_amount: "The sum paid is not the sum requested.",
    paid_before_created: "The payment is older than the code that it was made for.",
    paid_twice: "The deposit was already paid; this is another payment for it.",
    settlement_used: "This payment was already credited to another deposit:",
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
  depositCredited: "Credited",
  markedByHandTitle: "This deposit was marked paid by hand.",
  markedByHand: (sum: string) =>
    `${sum} was credited by the bank's records. What came here may be the same money: compare both.`,
  late: "after the code had ended",
  decision: "Decision",
  credited: "Credited",
  note: "Note",
  decidedBy: "Decided by",
  decidedAt: "Decided",
  match: "Match",
  refund: "Record a refund",
  refunded: "Sent back",
  refundReference: "Bank reference",
  dismiss: "Dismiss",
  matchTitle: "Match to the deposit",
  matchLead: (name: string) =>
    `Credits ${name} and pays the deposit with this sum: its code is credited once. Two admins must agree on the same sum.`,
  matchAmount: "Amount to credit",
  matchHint: (paid: string, asked: string) => `Paid ${paid}, asked ${asked}`,
  /** @param sum null while no creditable amount is typed */
  matchSubmit: (sum: string | null) => (sum === null ? "Credit" : `Credit ${sum}`),
  amountOver: (most: string) => `At most ${most} can be credited`,
  notCreditable: {
    settlement_used: "This payment was credited to another deposit, so none of it can be credited again or sent back.",
    code_credited: "The deposit was credited already, and a code is credited once. What came besides can be sent back.",
    less_than_a_cent: "Less than a cent was paid, so nothing can be credited.",
  } satisfies Record<NonNullable<AdminException["notCreditable"]>, string>,
  amountMissing: "Enter dollars with at most two decimals",
  refundLead:
    "For money that the bank has sent back: this pays and credits nothing. Two admins must enter the same sum and the same reference.",
  refundAmount: "Sum sent back",
  refundHint: (paid: string) => `Paid ${paid}`,
  refundAmountMissing: "Enter a sum with at most two decimals",
  refundOver: (most: string) => `At most ${most} can be sent back`,
  refundReferenceHint: "Of the refund, as shown on the bank statement",
  refundReferenceMissing: "Enter the bank's reference of the refund",
  /** @param sum null while no sum is typed that can be sent back */
  refundSubmit: (sum: string | null) => (sum === null ? "Record the refund" : `Record ${sum} sent back`),
  dismissTitle: "Dismiss this payment",
  dismissLead: "Nothing is credited, and nothing is sent back. The trader reads the reason.",
  noteLabel: { match: "Note", refund: "Message to the trader", dismiss: "Reason" },
  noteMissing: "Enter a note: colleagues read it later",
  done: {
    match: (sum: string, name: string) => `Credited ${sum} to ${name}`,
    approvalRecorded: "Your approval is recorded. A second admin must agree on the same sum.",
    refund: "Refund recorded",
    refundAgreed: "Your approval is recorded. A second admin must enter the same sum and reference.",
    dismiss: "Dismissed",
  },
} as const;
