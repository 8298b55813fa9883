import type { InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** The trader of an item, as every queue's API returns it. Money in dollars, times ISO 8601. */
export type TraderContext = NonNullable<InferResponseType<(typeof api.admin.exceptions)[":id"]["$get"]>["trader"]>;

export type ItemContext = { trader: TraderContext };
