import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** The Google account that a person signs in with, by Google's id for it, since its e-mail address may change. */
export const googleLinks = sqliteTable("google_links", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** The `sub` claim of its identity tokens. */
  subject: text("subject").notNull().unique("google_links_subject"),
  linkedAtMs: integer("linked_at_ms").notNull(),
});
