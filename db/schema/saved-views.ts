import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** The views of lists that an admin saved for themselves: a name, and the filter and order of the list as its address has them. */
export const savedViews = sqliteTable(
  "saved_views",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The trigger `saved_views_begin` knows the same ones. */
    list: text("list", { enum: ["withdrawals", "identities", "exceptions", "deposits"] }).notNull(),
    name: text("name").notNull(),
    /** The name in lower case, by which two are the same. */
    nameKey: text("name_key").notNull(),
    query: text("query").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [check("saved_views_named", sql`${t.name} <> ''`), unique("saved_views_name").on(t.userId, t.list, t.nameKey)],
);
