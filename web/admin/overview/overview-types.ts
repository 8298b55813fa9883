import type { InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** How things stand, as the Worker's own route has it. Money in dollars, times ISO 8601. */
export type AdminOverview = InferResponseType<typeof api.admin.overview.$get>["overview"];
