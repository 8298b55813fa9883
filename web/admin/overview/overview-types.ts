import type { InferResponseType } from "hono/client";
import type { api } from "../../state/api.ts";

/** Response type of the overview, inferred from the Worker's route. Money in dollars, times ISO 8601. */
export type AdminOverview = InferResponseType<typeof api.admin.overview.$get>["overview"];
