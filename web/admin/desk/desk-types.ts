import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../api.ts";

/** What the desk's calls take and answer with, as the Worker's own routes have it. Money in dollars, times ISO 8601. */

type Desk = typeof api.admin;
type FoundWithdrawal = InferResponseType<WithdrawalActs["$get"]>;
/** The trader behind an item. */
export type TraderContext = FoundWithdrawal["trader"];
/** What stands beside an open item. */
export type ItemContext = { trader: TraderContext };
/** The same of a withdrawal: also what must be seen before deciding, and what its trader was paid besides it. */
export type WithdrawalContext = Omit<FoundWithdrawal, "success" | "withdrawal">;
export type WithdrawalWarning = WithdrawalContext["warnings"][number];
/** A browser that the trader is signed in with. */
export type TraderSession = TraderContext["sessions"][number];

type WithdrawalActs = Desk["withdrawals"][":id"];
type ExceptionActs = Desk["exceptions"][":id"];

export type DeskWithdrawal = InferResponseType<Desk["withdrawals"]["$get"]>["withdrawals"][number];
export type WithdrawalStatus = DeskWithdrawal["status"];
export type ClaimBody = InferRequestType<WithdrawalActs["claim"]["$post"]>["json"];
export type ApproveBody = InferRequestType<WithdrawalActs["approve"]["$post"]>["json"];
export type CompleteBody = InferRequestType<WithdrawalActs["complete"]["$post"]>["json"];
export type RejectBody = InferRequestType<WithdrawalActs["reject"]["$post"]>["json"];
export type RejectReason = RejectBody["reason"];
/** An image for the trader: a data URL, and what it shows. */
export type SentImage = NonNullable<ApproveBody["images"]>[number];

export type DeskException = InferResponseType<Desk["exceptions"]["$get"]>["exceptions"][number];
export type ExceptionStatus = DeskException["status"];
export type MatchBody = InferRequestType<ExceptionActs["match"]["$post"]>["json"];
export type NoteBody = InferRequestType<ExceptionActs["dismiss"]["$post"]>["json"];

export type DeskDeposit = InferResponseType<Desk["deposits"]["$get"]>["deposits"][number];
export type DepositStatus = DeskDeposit["status"];
export type MarkPaidBody = InferRequestType<Desk["deposits"][":id"]["mark-paid"]["$post"]>["json"];

type IdentityActs = Desk["identities"][":userId"];
export type DeskIdentity = InferResponseType<Desk["identities"]["$get"]>["identities"][number];
export type IdentityStatus = DeskIdentity["status"];
export type IdentityRejectReason = NonNullable<DeskIdentity["rejectReason"]>;
export type VerifyBody = InferRequestType<IdentityActs["verify"]["$post"]>["json"];
export type RejectIdentityBody = InferRequestType<IdentityActs["reject"]["$post"]>["json"];

/** How things stand. */
export type DeskOverview = InferResponseType<Desk["overview"]["$get"]>["overview"];
/** What waits at the desk, and since when. */
type Counted = InferResponseType<Desk["queues"]["$get"]>;
export type DeskQueues = Counted["queues"];
/** When something last came to each queue. */
export type DeskArrivals = Counted["arrivals"];

/** Every order that a list of the desk can be in; lists of no money are in order of age alone. */
export type Sort = NonNullable<InferRequestType<Desk["deposits"]["$get"]>["query"]["sort"]>;

export type DeskLedger = InferResponseType<Desk["ledger"]["$get"]>["ledger"];

type Ledger = Desk["ledger"];
export type DeskTransfer = InferResponseType<Ledger["transfers"]["$get"]>["transfers"][number];
export type TransferKind = DeskTransfer["kind"];
/** A transfer with both its sides. */
export type WholeTransfer = InferResponseType<Ledger["transfers"][":id"]["$get"]>["transfer"];
export type TransferEntry = WholeTransfer["entries"][number];
export type LedgerAccount = InferResponseType<Ledger["accounts"]["$get"]>["accounts"][number];
export type AccountEntry = InferResponseType<Ledger["accounts"][":id"]["entries"]["$get"]>["entries"][number];

export type AuditEntry = InferResponseType<Desk["audit"]["$get"]>["entries"][number];
export type AuditCheck = InferResponseType<Desk["audit"]["check"]["$get"]>["check"];

/** An admin's word for an act that takes two of them, and how many there are. */
export type Word = DeskWithdrawal["words"][number];
export type Approvals = DeskWithdrawal["approvals"];
