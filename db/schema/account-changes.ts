import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * What has changed in a person's account, for their open pages. Triggers (`db/guards`, `..._told...`) write each row in the same
 * batch as its cause. A row replaces the earlier one of its person and topic, so that a person has one a topic, and the newest of
 * their ids says how far a page must be.
 */
export const accountChanges = sqliteTable(
  "account_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    topic: text("topic", {
      enum: [
        "balance",
        "deposits",
        "withdrawals",
        "identity",
        "sessions",
        "profile",
        "notifications",
        "alerts",
        "journal",
      ],
    }).notNull(),
    atMs: integer("at_ms").notNull().default(sql`(CAST(unixepoch('subsec') * 1000 AS INTEGER))`),
    /** Whether a Worker has taken it to tell the person's object of it. */
    isClaimed: integer("is_claimed", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    unique("account_changes_topic").on(t.userId, t.topic),
    index("account_changes_unclaimed").on(t.id).where(sql`${t.isClaimed} = 0`),
  ],
);
