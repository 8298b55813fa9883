import { type Page, pageQuery } from "./paging.ts";
import { HISTORY_ORDER } from "./paging-sql.ts";

/**
 * Query parameters of a trader's own history, which is paged like the admin lists, newest first. Screens total the
 * whole history, so pages are large: for most traders one page is enough.
 */
export const historyQuery = { cursor: pageQuery.cursor };

/** The page of a trader's history at a cursor: 500 rows, newest first. */
export function historyPage(cursor: string | undefined): Page {
  return { cursor, limit: 500, ...HISTORY_ORDER };
}
