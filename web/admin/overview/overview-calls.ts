import { answer, api } from "../../state/api.ts";
import type { AdminOverview } from "./overview-types.ts";

/** The API call of the overview. It @throws ApiError | NetworkError */

/** All data of the overview. */
export async function fetchOverview(): Promise<AdminOverview> {
  return (await answer(api.admin.overview.$get())).overview;
}
