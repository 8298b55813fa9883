import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, sqliteView, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

const ACTS = ["approve", "complete", "mark_paid", "match"] as const;

/**
 * One admin's word for an act on somebody's money. The act happens with the last word it needs, in the same batch;
 * triggers count the words, so no code path can do with fewer.
 */
export const approvals = sqliteTable(
  "approvals",
  {
    /**
     * `withdrawal:<id>`, `deposit:<id>` or `exception:<id>`; `rejection:<id>` for the rejection of a withdrawal that another
     * admin is paying.
     */
    subject: text("subject").notNull(),
    act: text("act", { enum: ACTS }).notNull(),
    adminId: text("admin_id")
      .notNull()
      .references(() => users.id),
    /** What was agreed to, e.g. the payment's id: every word for one act must say the same. */
    detail: text("detail").notNull(),
    atMs: integer("at_ms").notNull(),
  },
  (t) => [
    primaryKey({ name: "approvals_once", columns: [t.subject, t.act, t.adminId] }),
    // What one admin moved alone in a day is read by it.
    index("approvals_admin").on(t.adminId, t.atMs),
    check("approvals_act", sql`${t.act} IN ('approve', 'complete', 'mark_paid', 'match')`),
  ],
);

/**
 * The words that count: of whoever is an admin now, and was one whose word counts when they gave it. Everything that reads
 * or counts words reads these. Who said that a withdrawal was paid and later agreed to reject it has taken the first back, and
 * the other way round. Defined in `db/guards/views.sql`.
 */
export const validApprovals = sqliteView("standing_words", {
  subject: text("subject").notNull(),
  act: text("act", { enum: ACTS }).notNull(),
  adminId: text("admin_id").notNull(),
  detail: text("detail").notNull(),
  atMs: integer("at_ms").notNull(),
}).existing();

/**
 * What an admin's own approval alone did to a withdrawal: each approval and completion that no other admin agreed to. Those
 * of withdrawals that were rejected afterwards moved nothing and are left out, and so are completions that were taken back.
 */
export const movedAlone = sqliteView("moved_alone", {
  adminId: text("admin_id").notNull(),
  withdrawalId: text("withdrawal_id").notNull(),
  amountCents: integer("amount_cents").notNull(),
  atMs: integer("at_ms").notNull(),
}).existing();
