import { and, eq, type SQL } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { mustHaveChangedOne } from "../../../db/guard.ts";
import { savedViews } from "../../../db/schema/index.ts";

/** The SQL about the views that admins save. Functions return statements; verbs put them into batches. */

/** A saved view as {@link selectSavedViews} reads it. */
export type SavedViewRow = ReturnType<typeof selectSavedViews>["_"]["result"][number];

/** The statement that reads an admin's own views, by name. @param callerId NULL reads nothing */
export function selectSavedViews(query: Query, callerId: SQL) {
  return query
    .select({ id: savedViews.id, list: savedViews.list, name: savedViews.name, query: savedViews.query })
    .from(savedViews)
    .where(eq(savedViews.userId, callerId))
    .orderBy(savedViews.nameKey);
}

export function insertSavedView(query: Query, view: typeof savedViews.$inferInsert) {
  return query.insert(savedViews).values(view);
}

/** The statements that remove a view of an admin, once. The database refuses the batch as `saved_view_gone`. */
export function deleteSavedView(query: Query, userId: string, id: string) {
  return [
    query.delete(savedViews).where(and(eq(savedViews.userId, userId), eq(savedViews.id, id))),
    mustHaveChangedOne(query, "saved_view_gone"),
  ] as const;
}
