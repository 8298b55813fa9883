import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** Notes of admins about a person, for other admins. Append-only by trigger. */
export const userNotes = sqliteTable(
  "user_notes",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    authorId: text("author_id")
      .notNull()
      .references(() => users.id),
    text: text("text").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [index("user_notes_user").on(t.userId, t.createdAtMs)],
);
