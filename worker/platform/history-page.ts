import { type Page, pageQuery } from "./paging.ts";

/**
 * A trader's own history goes page by page as the desk's lists do, newest first. Screens sum up the whole of it, so that a
 * page is large: most people have one.
 */
export const historyQuery = { cursor: pageQuery.cursor };

export function historyPage(cursor: string | undefined): Page {
  return { cursor, limit: 500, sort: "newest" };
}
