import type { InferResponseType } from "hono/client";
import type { api } from "../api.ts";

/** What the desk's calls answer with. Money in dollars, times ISO 8601. */

export type Approvals = { have: number; need: number };

/** The trader whose money it is. */
export type DeskPerson = DeskException["user"];

export type WithdrawalStatus = "pending" | "approved" | "completed" | "rejected";

export type RejectReason = "wrong_details" | "identity_needed" | "suspicious" | "over_limit" | "other";

export type DeskWithdrawal = {
  _id: string;
  amount: number;
  currency: string;
  status: WithdrawalStatus;
  cancelledByUser: boolean;
  paymentMethod: "KHQR" | "Bank Transfer";
  paymentDetails: { image: string } | { bankName: string; accountId: string };
  requestMessage: string;
  paymentId: string | null;
  createdAt: string;
  reviewedAt: string | null;
  approvableAt: string | null;
  approvedAt: string | null;
  processedAt: string | null;
  completedAt: string | null;
  rejectedAt: string | null;
  rejectReason: RejectReason | null;
  adminNotes: string | null;
  approvals: Approvals;
  adminImages: { message: string; filename: string; uploadedAt: string }[];
  proofOfPayment: { filename: string; adminMessage: string; uploadedAt: string } | null;
  userId: string;
  user: DeskPerson;
  version: number;
  claimedBy: string | null;

  claimedById: string | null;
  claimedUntil: string | null;
  decidedBy: string | null;
  words: Word[];
};

export type DeskException = InferResponseType<typeof api.admin.exceptions.$get>["exceptions"][number];
export type ExceptionStatus = DeskException["status"];

export type DeskDeposit = InferResponseType<typeof api.admin.deposits.$get>["deposits"][number];
export type DepositStatus = DeskDeposit["status"];

/** An admin's word for an act that takes two of them. */
export type Word = DeskException["words"][number];

export type DeskLedger = {
  isClean: boolean;
  accounts: number;
  transfers: number;
  entries: number;
  total: number;
  differing: { accountId: string; balance: number; entries: number }[];
  unbalanced: string[];
  belowFloor: string[];
};
