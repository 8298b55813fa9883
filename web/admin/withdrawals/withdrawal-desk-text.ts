import { withTotal } from "../desk/desk-text.ts";
import type { RejectReason, WithdrawalStatus } from "../desk/desk-types.ts";
import type { Obstacle } from "./withdrawal-acts.ts";

const WITHDRAWAL_STATUS: Record<WithdrawalStatus, string> = {
  pending: "Pending",
  approved: "Approved",
  completed: "Completed",
  rejected: "Rejected",
};

const REJECT_REASON: Record<RejectReason, string> = {
  wrong_details: "Payment details are wrong",
  identity_needed: "Identity must be verified first",
  suspicious: "Activity must be looked into",
  over_limit: "Over a limit",
  other: "Another reason",
};

const OBSTACLE: Record<Obstacle, string> = {
  done: "This request is closed.",
  own: "This is your own request. Another admin decides.",
  claimed: "A colleague is working on it.",
  hold: "It can be approved when the security hold ends.",
  agreed: "You have agreed. Another admin must too.",
};

/** The words of withdrawals at the desk. */
export const WITHDRAWAL_DESK_TEXT = {
  title: "Withdrawals",
  status: WITHDRAWAL_STATUS,
  cancelled: "Cancelled",
  loading: "Loading withdrawals",
  shown: (count: number, hasMore: boolean, sum: string) =>
    withTotal(count, hasMore, "request") + (count > 0 ? `, ${sum}` : ""),
  empty: {
    pending: ["No request is waiting", "New requests appear here by themselves, the oldest first."],
    approved: ["Nothing is waiting to be paid", "Approved requests stand here until their payment is recorded."],
    completed: ["Nothing is paid yet", "Requests with their payment and its proof will stand here."],
    rejected: ["Nothing is rejected or cancelled", "Requests whose money went back will stand here."],
  } satisfies Record<WithdrawalStatus, readonly [string, string]>,
  claim: "Claim",
  you: "You",
  claimedByYou: "Claimed by you",
  claimedBy: (name: string) => `Claimed by ${name}`,
  releasedIn: "released in",
  unclaimed: "Not claimed",
  requested: (when: string, age: string) => `requested ${when}, waiting ${age}`,
  requestedDone: (when: string) => `requested ${when}`,
  holdTitle: (when: string) => `Security hold until ${when}`,
  holdDetail:
    "Password, second factor or payment method was changed in the day before. It can be rejected, not approved.",
  holdOver: "Security hold is over",
  holdOverDetail: (when: string) =>
    `It ended ${when}. The account's security was changed in the day before the request.`,
  payTo: "Payment details",
  method: "Method",
  bank: "Bank",
  account: "Account",
  code: "Payment code",
  codeShown: "Its image is shown beside",
  request: "Request",
  message: "Message",
  username: "Username",
  reference: "Request id",
  course: "Course",
  reviewed: "In review",
  approved: "Approved",
  completed: "Completed",
  rejected: "Rejected",
  reason: "Reason",
  notes: "Notes",
  paymentId: "Payment id",
  decidedBy: "Decided by",
  evidence: "Evidence",
  paymentCode: "Payment code",
  proof: "Proof of payment",
  adminImage: "Image for the trader",
  reasonWord: REJECT_REASON,
  obstacle: OBSTACLE,
  rejectKey: "Reject",
  claimKey: "Claim",
  claimed: "Claimed for 10 minutes",
  approve: (sum: string) => `Approve ${sum}`,
  complete: (sum: string) => `Complete ${sum}`,
  approveTitle: (sum: string) => `Approve ${sum}`,
  approveLead: (name: string, method: string) =>
    `To ${name} by ${method}. The sum stays on hold until its payment is recorded.`,
  completeTitle: (sum: string) => `Complete ${sum}`,
  completeLead: (name: string) => `You have paid ${name}. The sum leaves the account for good.`,
  rejectTitle: (sum: string) => `Reject ${sum}`,
  rejectLead: (name: string) => `The sum goes back to ${name} at once. The trader reads the reason and the notes.`,
  rejectSubmit: (sum: string) => `Reject and return ${sum}`,
  firstWord: "A second admin must say the same before it happens.",
  notesForTrader: "Notes for the trader",
  paymentIdHint: "The bank's own number of the payment. The trader sees it.",
  proofLabel: "Proof of payment",
  proofStands: "A proof is there already. A new one takes its place.",
  proofMissing: "Add the proof of payment",
  paymentIdMissing: "Enter the bank's payment id",
  notesMissing: "Say why, so that the trader can put it right",
  decision: {
    approve: (sum: string) => `Approve ${sum}`,
    complete: (sum: string) => `Complete ${sum}`,
    reject: (sum: string) => `Reject ${sum}`,
  },
  done: {
    approve: (sum: string, name: string) => `Approved ${sum} for ${name}`,
    complete: (sum: string, name: string) => `Completed ${sum} for ${name}`,
    reject: (sum: string, name: string) => `Rejected ${sum}, returned to ${name}`,
    word: (sum: string) => `Your word for ${sum} is in. A second admin is needed.`,
  },
} as const;
