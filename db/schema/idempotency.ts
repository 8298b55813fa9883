import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** What was answered to an act that named itself, written in the batch of the act. A repeat gets the same answer. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    route: text("route").notNull(),
    /** Made by the client. */
    key: text("key").notNull(),
    /** SHA-256 of the request's body: the same key with another body is a mistake of the client. */
    fingerprint: text("fingerprint").notNull(),
    /** The answer's body, JSON. */
    reply: text("reply").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    primaryKey({ name: "idempotency_keys_once", columns: [t.userId, t.route, t.key] }),
    index("idempotency_keys_age").on(t.createdAtMs),
  ],
);
