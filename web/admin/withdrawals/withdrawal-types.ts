import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/**
 * Request and response types of the withdrawal API for admins, inferred from the Worker's routes. Money in dollars,
 * times ISO 8601.
 */

type Withdrawals = typeof api.admin.withdrawals;
type Withdrawal = Withdrawals[":id"];
type Shown = InferResponseType<Withdrawal["$get"]>;

/** One withdrawal with its trader, claim and approvals. */
export type AdminWithdrawal = InferResponseType<Withdrawals["$get"]>["withdrawals"][number];
/** Status of a withdrawal. */
export type WithdrawalStatus = AdminWithdrawal["status"];
type ListQuery = InferRequestType<Withdrawals["$get"]>["query"];
/** The status of a list: one status, or `open` for pending and approved requests together. */
export type ListedStatus = NonNullable<ListQuery["status"]>;
/** The stages of open requests, as the queue counts have them. */
export type ListedStage = NonNullable<ListQuery["stage"]>;
/** The context of an open request: its trader, warnings, and other payouts to them. */
export type WithdrawalContext = Omit<Shown, "success" | "withdrawal">;
/** One warning to read before deciding. */
export type WithdrawalWarning = WithdrawalContext["warnings"][number];

/** Request body of a claim, and of starting or stopping a payment. */
export type VersionBody = InferRequestType<Withdrawal["claim"]["$post"]>["json"];
/** Request body of an approval. */
export type ApproveBody = InferRequestType<Withdrawal["approve"]["$post"]>["json"];
/** Request body of a completion. */
export type CompleteBody = InferRequestType<Withdrawal["complete"]["$post"]>["json"];
/** Request body of a rejection. */
export type RejectBody = InferRequestType<Withdrawal["reject"]["$post"]>["json"];
/** Reason of a rejection. */
export type RejectReason = RejectBody["reason"];
/** An image for the trader: a data URL and a caption. */
export type SentImage = NonNullable<ApproveBody["images"]>[number];
