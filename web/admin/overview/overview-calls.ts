import { answer, api } from "../../state/api.ts";
import type { AdminOverview } from "./overview-types.ts";

/** The call that the overview is made of. @throws ApiError | NetworkError, each of them */

/** Everything that the overview shows. */
export async function fetchOverview(): Promise<AdminOverview> {
  return (await answer(api.admin.overview.$get())).overview;
}
