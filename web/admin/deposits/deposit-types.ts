import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** What the desk's calls about deposits take and answer with, as the Worker's own routes have it. Money in dollars, times ISO 8601. */

type Deposits = typeof api.admin.deposits;

export type AdminDeposit = InferResponseType<Deposits["$get"]>["deposits"][number];
export type DepositStatus = AdminDeposit["status"];
export type MarkPaidBody = InferRequestType<Deposits[":id"]["mark-paid"]["$post"]>["json"];
