import { sql } from "drizzle-orm";
import { check, integer, primaryKey, sqliteTable, sqliteView, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

const ACTS = ["approve", "complete", "mark_paid", "match"] as const;

/**
 * One admin's word for an act on somebody's money. The act happens with the last word it needs, in the same batch;
 * triggers count the words, so no code path can do with fewer.
 */
export const approvals = sqliteTable(
  "approvals",
  {
    /** `withdrawal:<id>`, `deposit:<id>` or `exception:<id>`. */
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
    check("approvals_act", sql`${t.act} IN ('approve', 'complete', 'mark_paid', 'match')`),
  ],
);

/**
 * The words that count: of whoever is an admin now, and was one whose word counts when they gave it. Everything that reads
 * or counts words reads these. Defined in migration `words_that_count`.
 */
export const standingWords = sqliteView("standing_words", {
  subject: text("subject").notNull(),
  act: text("act", { enum: ACTS }).notNull(),
  adminId: text("admin_id").notNull(),
  detail: text("detail").notNull(),
  atMs: integer("at_ms").notNull(),
}).existing();
