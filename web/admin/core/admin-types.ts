import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** Types shared by all admin sections, inferred from the Worker's routes. Times ISO 8601. */

type AdminRoutes = typeof api.admin;
type Counted = InferResponseType<AdminRoutes["queues"]["$get"]>;
export type AdminQueues = Counted["queues"];
export type AdminArrivals = Counted["arrivals"];

/** Every sort order of an admin list; lists without amounts sort by age alone. */
export type Sort = NonNullable<InferRequestType<AdminRoutes["deposits"]["$get"]>["query"]["sort"]>;

type TwoAdminAction = InferResponseType<AdminRoutes["deposits"]["$get"]>["deposits"][number];
/** One admin's approval of an action that needs two. */
export type Approval = TwoAdminAction["approvedBy"][number];
export type ApprovalProgress = TwoAdminAction["approvals"];
