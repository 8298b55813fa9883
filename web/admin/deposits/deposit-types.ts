import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/**
 * Request and response types of the deposit API for admins, inferred from the Worker's routes. Money in dollars, times
 * ISO 8601.
 */

type Deposits = typeof api.admin.deposits;

/** One deposit with its trader and its approvals. */
export type AdminDeposit = InferResponseType<Deposits["$get"]>["deposits"][number];
/** Status of a deposit. */
export type DepositStatus = AdminDeposit["status"];
/** Request body that marks a deposit paid. */
export type MarkPaidBody = InferRequestType<Deposits[":id"]["mark-paid"]["$post"]>["json"];
