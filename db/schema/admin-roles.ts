import { sql } from "drizzle-orm";
import { check, integer, primaryKey, sqliteTable, sqliteView, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

const ROLES = ["support", "operator", "owner"] as const;

/**
 * The roles of each admin, held or taken again; no row is deleted. Triggers give the roles of an appointment and take all of a
 * person who is no admin any more; other changes take the approvals of two owners, or of the only other one a day later.
 */
export const adminRoles = sqliteTable(
  "admin_roles",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    role: text("role", { enum: ROLES }).notNull(),
    isHeld: integer("is_held", { mode: "boolean" }).notNull(),
    /** Who gave or took it: an admin's id, or `system`. */
    changedBy: text("changed_by").notNull(),
    /** When; null for a role that came with the appointment: approvals by it count from then on as the appointment says. */
    changedAtMs: integer("changed_at_ms"),
  },
  (t) => [
    primaryKey({ name: "admin_roles_once", columns: [t.userId, t.role] }),
    check("admin_roles_role", sql`${t.role} IN ('support', 'operator', 'owner')`),
  ],
);

/**
 * The roles that admins hold, each with the time from which approvals by it count: a day after a colleague gave it. Defined in
 * `db/guards/views.sql`.
 */
export const roleHolders = sqliteView("role_holders", {
  userId: text("user_id").notNull(),
  role: text("role", { enum: ROLES }).notNull(),
  countsFromMs: integer("counts_from_ms").notNull(),
}).existing();
