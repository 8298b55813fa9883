/** The lists that have views which an admin saves: each has its filter and order in its address. The trigger `saved_views_begin` has the same. */
export const SAVED_VIEW_LISTS = ["withdrawals", "identities", "exceptions", "deposits"] as const;

/** A list that has saved views. */
export type SavedViewList = (typeof SAVED_VIEW_LISTS)[number];

/** The views that an admin saves, of all lists together. The trigger `saved_views_begin` has the same number. */
export const SAVED_VIEW = { perAdminMax: 20, nameMax: 40, queryMax: 500 } as const;

/**
 * The filter and order of a list as a saved view keeps them: whom somebody searched for is not in it, nor the open item, as a view
 * outlasts what it was about. How the list is looked at, whole or by which view, is none of its filter.
 */
export function keptQuery(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ["user", "search", "item", "whole", "view", "id", "cursor", "limit"]) params.delete(name);
  params.sort();
  return params.toString();
}
