import type { InferResponseType } from "hono/client";
import { answer, api } from "../../state/api.ts";

/** The API call of the overview. It @throws ApiError | NetworkError */

/** All data of the overview. */
export async function fetchOverview(signal: AbortSignal): Promise<AdminOverview> {
  return (await answer(api.admin.overview.$get({}, { init: { signal } }))).overview;
}

/** Response type of the overview, inferred from the Worker's route. Money in dollars, times ISO 8601. */
export type AdminOverview = InferResponseType<typeof api.admin.overview.$get>["overview"];
