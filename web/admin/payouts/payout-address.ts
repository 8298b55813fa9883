import { ROUTE } from "../../state/routes.ts";

/** Parameters of the section's address: the batch that is shown, and a view of its own. */
export const BATCH = "batch";
export const VIEW = "view";
/** All batches; and on phones the batch that is being put together, which has no room beside the list. */
export const ALL_BATCHES = "batches";
export const DRAFT = "draft";

/** Address of the section with a batch open below the list. */
export function batchPath(id: string): string {
  return `${ROUTE.adminPayouts}?${new URLSearchParams({ [BATCH]: id })}`;
}

export const ALL_BATCHES_PATH = `${ROUTE.adminPayouts}?${new URLSearchParams({ [VIEW]: ALL_BATCHES })}`;
