import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * What happened to a person's account, as its pages tell it. Triggers (`db/guards`, `..._notified...`) write a row in the batch of its
 * cause, whoever writes that; ninety days later it is deleted.
 */
export const notifications = sqliteTable(
  "notifications",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** One of `worker/contract/notifications.ts`. */
    event: text("event").notNull(),
    /** What it is about, as its owner knows it: a bill number, the number of a withdrawal or of a fill. */
    subject: text("subject").notNull(),
    /** What its sentence says, as JSON: sums in cents. */
    detail: text("detail").notNull().default("{}"),
    createdAtMs: integer("created_at_ms").notNull(),
    readAtMs: integer("read_at_ms"),
  },
  (t) => [
    // A cause is told once, however often it is written.
    unique("notifications_once").on(t.userId, t.event, t.subject),
    index("notifications_user").on(t.userId, t.id),
    index("notifications_unread").on(t.userId).where(sql`${t.readAtMs} IS NULL`),
    index("notifications_age").on(t.createdAtMs),
  ],
);
