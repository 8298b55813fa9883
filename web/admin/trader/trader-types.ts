import type { InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** The trader behind an item, as every queue's calls answer with them. Money in dollars, times ISO 8601. */
export type TraderContext = InferResponseType<(typeof api.admin.exceptions)[":id"]["$get"]>["trader"];

/** What stands beside an open item. */
export type ItemContext = { trader: TraderContext };
