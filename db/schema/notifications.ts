import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * Events of a person's account that its pages list. Triggers (`db/guards`, `..._notified...`) write each row in the same batch as its
 * cause. A row is deleted after ninety days.
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
    /** The bill number of a deposit, the number of a withdrawal or of a fill; otherwise the time or version that makes it unique. */
    subject: text("subject").notNull(),
    /** The facts of its sentence, as JSON; sums in cents. */
    detail: text("detail").notNull().default("{}"),
    createdAtMs: integer("created_at_ms").notNull(),
    readAtMs: integer("read_at_ms"),
  },
  (t) => [
    // One row for each cause: a repeat of the same write adds none.
    unique("notifications_once").on(t.userId, t.event, t.subject),
    index("notifications_user").on(t.userId, t.id),
    index("notifications_unread").on(t.userId).where(sql`${t.readAtMs} IS NULL`),
    index("notifications_age").on(t.createdAtMs),
  ],
);
