import { withTotal } from "../core/admin-text.ts";
import { DEPOSIT_STATUS } from "../core/status-text.ts";
import type { DepositStatus } from "./deposit-calls.ts";

/** Texts of deposits on the admin screens. */
export const DEPOSIT_ADMIN_TEXT = {
  title: "Deposits",
  loading: "Loading deposits",
  status: DEPOSIT_STATUS satisfies Record<DepositStatus, string>,
  search: "Search",
  searchPlaceholder: "Bill, name or hash",
  shown: (count: number, hasMore: boolean) => withTotal(count, hasMore, "deposit"),
  empty: ["No deposit yet", "Deposits will appear here, newest first."],
  expires: "Code ended",
  paidAt: "Paid",
  hash: "Settlement hash",
  bankReference: "Bank reference",
  deposit: "Deposit",
  payment: "Payment",
  notPaid: "Not paid",
  asked: "Asked",
  credited: "Credited",
  late: "after the code had ended",
  payments: "Payments for this code",
  paymentStatus: { open: "waits", matched: "matched", refunded: "sent back", dismissed: "dismissed" },
  paymentWaitsTitle: "A payment for this code waits.",
  paymentWaits: "It is decided about among the exceptions. Until then the deposit cannot be marked paid.",
  paymentLink: "Open it",
  cameBefore: "These came for this code and were decided about. Do not credit them again:",
  trader: "Trader",
  bill: "Bill number",
  mark: "Mark paid",
  markTitle: (sum: string) => `Mark ${sum} paid`,
  markLead: (name: string) =>
    `Use this for a payment to ${name} that the bank's own records show. Two admins must enter the same reference and hash.`,
  bankReferenceHint: "As shown on the bank statement",
  hashHint: "The network's own ID of the settled payment",
  note: "Note",
  missing: {
    bankReference: "Enter the bank's reference",
    settlementHash: "Enter the settlement hash",
    note: "Say where you saw the payment",
  },
  done: (sum: string, name: string) => `Credited ${sum} to ${name}`,
  approvalRecorded: "Your approval is recorded. A second admin must enter the same reference and hash.",
  conflict: "It was decided in the meantime. What you see now is up to date.",
} as const;
