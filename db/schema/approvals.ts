import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, sqliteView, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

const ACTS = ["approve", "complete", "mark_paid", "match"] as const;

/**
 * The approval of an admin for an action on a trader's money. The action runs with the last approval that it needs, in
 * the same batch. Triggers count the approvals, so no code path can work with fewer.
 */
export const approvals = sqliteTable(
  "approvals",
  {
    /**
     * `withdrawal:<id>`, `deposit:<id>` or `exception:<id>`; `rejection:<id>` for the rejection of a withdrawal that
     * another admin is paying; `refund:<id>` for the refund of an exception; `restore:<id>` for what a restore found;
     * `pause:<id>` for the end of an admin's pause; `setting:<id>` for a change of a setting; `book:<id>` for an act on the books; `month:<id>` for the report of a month. `appointment:<user id>:<version>` makes
     * an admin, `second_factor:<user id>:<version>` removes a lost second factor, and `roles:<user id>:<version>` changes an admin's
     * roles: of the user as the admins saw them.
     */
    subject: text("subject").notNull(),
    act: text("act", { enum: ACTS }).notNull(),
    adminId: text("admin_id")
      .notNull()
      .references(() => users.id),
    /** The approved detail, e.g. the payment's id: all approvals of one action must have the same value. */
    detail: text("detail").notNull(),
    atMs: integer("at_ms").notNull(),
  },
  (t) => [
    primaryKey({ name: "approvals_once", columns: [t.subject, t.act, t.adminId] }),
    // Serves the sum that one admin moved alone within a day.
    index("approvals_admin").on(t.adminId, t.atMs),
    check("approvals_act", sql`${t.act} IN ('approve', 'complete', 'mark_paid', 'match')`),
  ],
);

/**
 * The valid approvals: their admin is still an admin, and their approvals counted when this one was recorded. Every query
 * about approvals reads this view. An admin who approves the rejection of a withdrawal revokes their earlier approval of its
 * completion, and the reverse. Defined in `db/guards/views.sql`.
 */
export const validApprovals = sqliteView("standing_words", {
  subject: text("subject").notNull(),
  act: text("act", { enum: ACTS }).notNull(),
  adminId: text("admin_id").notNull(),
  detail: text("detail").notNull(),
  atMs: integer("at_ms").notNull(),
}).existing();

/**
 * The changes to withdrawals by one admin's approval alone: each approval that no other admin gave too, and each
 * completion of a withdrawal that no other admin approved. Withdrawals that were rejected later moved nothing and are left out, and so are revoked completions.
 */
export const movedAlone = sqliteView("moved_alone", {
  adminId: text("admin_id").notNull(),
  withdrawalId: text("withdrawal_id").notNull(),
  amountCents: integer("amount_cents").notNull(),
  atMs: integer("at_ms").notNull(),
}).existing();
