import { and, eq, type SQL } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { savedViews } from "../../../db/schema/index.ts";

/** The SQL about the views that admins save. Functions return statements; verbs put them into batches. */

/** A saved view as {@link selectSavedViews} reads it. */
export type SavedViewRow = ReturnType<typeof selectSavedViews>["_"]["result"][number];

/** The statement that reads an admin's own views, by name. @param callerId NULL reads nothing */
export function selectSavedViews(query: Query, callerId: SQL) {
  return query
    .select({ id: savedViews.id, name: savedViews.name, query: savedViews.query })
    .from(savedViews)
    .where(eq(savedViews.userId, callerId))
    .orderBy(savedViews.nameKey);
}

export function insertSavedView(query: Query, view: typeof savedViews.$inferInsert) {
  return query.insert(savedViews).values(view);
}

/** Removes a view of an admin. */
export function deleteSavedView(query: Query, userId: string, id: string) {
  return query.delete(savedViews).where(and(eq(savedViews.userId, userId), eq(savedViews.id, id)));
}
