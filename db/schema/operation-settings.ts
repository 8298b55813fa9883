import { index, integer, sqliteTable, sqliteView, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * Changes of the operation's settings: proposed, then in force or taken back. The newest in force of a key, and of a trader where it is
 * about one, is the value; the view `settings_in_force` has it. The keys and their bounds are in `worker/contract/operation/settings.ts`.
 * Where money hangs on a key, a change comes into force by two admins (`setting:<id>` in `approvals`), or by the only admin a day later;
 * triggers see to it (`db/guards/operation_settings.sql`).
 */
export const operationSettings = sqliteTable(
  "operation_settings",
  {
    id: text("id").primaryKey(),
    key: text("key").notNull(),
    /** The trader whose setting it is; null for one of the operation. */
    userId: text("user_id").references(() => users.id),
    /** Null where a setting that may be empty is. */
    value: text("value"),
    /** The change that was in force when this one was proposed; null before the first. Another one makes the proposal stale. */
    seenId: text("seen_id"),
    reason: text("reason").notNull(),
    proposedBy: text("proposed_by")
      .notNull()
      .references(() => users.id),
    proposedAtMs: integer("proposed_at_ms").notNull(),
    /** Counts the changes of all keys in the order in which they came into force; null until then. */
    revision: integer("revision"),
    appliedBy: text("applied_by").references(() => users.id),
    appliedAtMs: integer("applied_at_ms"),
    cancelledBy: text("cancelled_by").references(() => users.id),
    cancelledAtMs: integer("cancelled_at_ms"),
  },
  (t) => [
    uniqueIndex("operation_settings_revision").on(t.revision),
    index("operation_settings_key").on(t.userId, t.key, t.revision),
    index("operation_settings_proposed").on(t.proposedAtMs, t.id),
  ],
);

/** The settings in force. What reads a setting reads this view. Defined in `db/guards/views.sql`. */
export const settingsInForce = sqliteView("settings_in_force", {
  id: text("id").notNull(),
  key: text("key").notNull(),
  userId: text("user_id"),
  value: text("value"),
  revision: integer("revision").notNull(),
}).existing();

/** What each trader may withdraw in 24 hours. Defined in `db/guards/views.sql`. */
export const withdrawalDayLimits = sqliteView("withdrawal_day_limits", {
  userId: text("user_id").notNull(),
  cents: integer("cents").notNull(),
}).existing();
