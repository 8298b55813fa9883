import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Counts per key in fixed windows. The CHECK refuses a count above the maximum and with it the whole batch, so a limit
 * is one conditional write. The name of the CHECK is the error code.
 */
export const counters = sqliteTable(
  "counters",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    max: integer("max").notNull(),
    windowEndsAtMs: integer("window_ends_at_ms").notNull(),
  },
  (t) => [check("too_many_requests", sql`${t.count} <= ${t.max}`), index("counters_window").on(t.windowEndsAtMs)],
);

/** Failed log-ins per e-mail address, whether or not it has an account, and the delay, which doubles. */
export const loginFailures = sqliteTable("login_failures", {
  key: text("key").primaryKey(),
  /** Since the last success. */
  inARow: integer("in_a_row").notNull(),
  inWindow: integer("in_window").notNull(),
  windowEndsAtMs: integer("window_ends_at_ms").notNull(),
  blockedUntilMs: integer("blocked_until_ms").notNull(),
});
