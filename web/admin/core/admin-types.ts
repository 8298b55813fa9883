import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** What every section of the desk speaks of, as the Worker's own routes have it. Times ISO 8601. */

type Desk = typeof api.admin;
type Counted = InferResponseType<Desk["queues"]["$get"]>;
/** What waits at the desk, and since when. */
export type AdminQueues = Counted["queues"];
/** When something last came to each queue. */
export type AdminArrivals = Counted["arrivals"];

/** Every order that a list of the desk can be in; lists of no money are in order of age alone. */
export type Sort = NonNullable<InferRequestType<Desk["deposits"]["$get"]>["query"]["sort"]>;

type ActOfTwo = InferResponseType<Desk["deposits"]["$get"]>["deposits"][number];
/** An admin's word for an act that takes two of them, and how many there are. */
export type Approval = ActOfTwo["words"][number];
export type ApprovalProgress = ActOfTwo["approvals"];
