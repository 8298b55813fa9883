import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** What the desk's calls about withdrawals take and answer with, as the Worker's own routes have it. Money in dollars, times ISO 8601. */

type Withdrawals = typeof api.admin.withdrawals;
type Withdrawal = Withdrawals[":id"];
type Shown = InferResponseType<Withdrawal["$get"]>;

export type AdminWithdrawal = InferResponseType<Withdrawals["$get"]>["withdrawals"][number];
export type WithdrawalStatus = AdminWithdrawal["status"];
type ListQuery = InferRequestType<Withdrawals["$get"]>["query"];
/** What a list is of: one status, or `open` for pending and approved ones together. */
export type ListedStatus = NonNullable<ListQuery["status"]>;
/** What open ones wait for, as they are counted. */
export type ListedStage = NonNullable<ListQuery["stage"]>;
/** What stands beside an open request: its trader, what must be seen before deciding, and what they were paid besides it. */
export type WithdrawalContext = Omit<Shown, "success" | "withdrawal">;
export type WithdrawalWarning = WithdrawalContext["warnings"][number];

/** What a claim carries, and a payment that begins or is stopped. */
export type VersionBody = InferRequestType<Withdrawal["claim"]["$post"]>["json"];
export type ApproveBody = InferRequestType<Withdrawal["approve"]["$post"]>["json"];
export type CompleteBody = InferRequestType<Withdrawal["complete"]["$post"]>["json"];
export type RejectBody = InferRequestType<Withdrawal["reject"]["$post"]>["json"];
export type RejectReason = RejectBody["reason"];
/** An image for the trader: a data URL, and what it shows. */
export type SentImage = NonNullable<ApproveBody["images"]>[number];
