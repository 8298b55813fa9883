import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * The journal of traders: what they note of trades, days and weeks. Nothing here is money.
 * Source: docs/decisions/141
 */

/** Labels that a trader made: setups, tags and mistakes. One that was archived stays with what has it. */
export const journalLabels = sqliteTable(
  "journal_labels",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** A UUID, chosen by the page that made it. */
    id: text("id").notNull(),
    kind: text("kind", { enum: ["setup", "tag", "mistake"] }).notNull(),
    name: text("name").notNull(),
    /** The name in lower case, by which two are the same. */
    nameKey: text("name_key").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    archivedAtMs: integer("archived_at_ms"),
    /** Goes up with each change: one counts that was made after the version that is here. */
    version: integer("version").notNull(),
    /** Counts the changes of the person's labels. */
    number: integer("number").notNull(),
  },
  (t) => [
    primaryKey({ name: "journal_labels_once", columns: [t.userId, t.id] }),
    check("journal_labels_kind", sql`${t.kind} IN ('setup', 'tag', 'mistake')`),
    check("journal_labels_named", sql`${t.name} <> '' AND ${t.version} > 0`),
    unique("journal_labels_name").on(t.userId, t.kind, t.nameKey),
    unique("journal_labels_number").on(t.userId, t.number),
  ],
);

/**
 * What a trader notes of a trade, a day or a week of an account: `cash`, `run:N` or `broker:N`. No foreign key to the trade, which is in one of three
 * tables: that of a broker's file may go and come again, and finds its entry by the same ticket.
 */
export const journalEntries = sqliteTable(
  "journal_entries",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    account: text("account").notNull(),
    subject: text("subject", { enum: ["trade", "day", "week"] }).notNull(),
    /** Of a trade, its id in `trades`, that of the closing fill in `demo_parts`, or the broker's ticket; else a date or a week such as `2026-W48`. */
    key: text("key").notNull(),
    /** The setup that was chosen afterwards, a label; null for none. */
    setupId: text("setup_id"),
    grade: text("grade", { enum: ["A", "B", "C", "D"] }),
    note: text("note").notNull(),
    /** The ids of tags and mistakes, as JSON; `journal_entry_labels` has them as rows. */
    labels: text("labels").notNull(),
    /** The chart as data, as JSON (`KeptChart`). */
    chart: text("chart"),
    reviewedAtMs: integer("reviewed_at_ms"),
    changedAtMs: integer("changed_at_ms").notNull(),
    /** As of `journal_labels`. */
    version: integer("version").notNull(),
    number: integer("number").notNull(),
  },
  (t) => [
    primaryKey({ name: "journal_entries_once", columns: [t.userId, t.account, t.subject, t.key] }),
    check("journal_entries_subject", sql`${t.subject} IN ('trade', 'day', 'week')`),
    check("journal_entries_grade", sql`${t.grade} IS NULL OR ${t.grade} IN ('A', 'B', 'C', 'D')`),
    check(
      "journal_entries_content",
      sql`json_valid(${t.labels}) AND (${t.chart} IS NULL OR json_valid(${t.chart})) AND ${t.version} > 0`,
    ),
    unique("journal_entries_number").on(t.userId, t.number),
    index("journal_entries_setup").on(t.userId, t.account, t.setupId).where(sql`${t.setupId} IS NOT NULL`),
  ],
);

/** The tags and mistakes of entries, one row each, which triggers keep as `journal_entries.labels` has them. */
export const journalEntryLabels = sqliteTable(
  "journal_entry_labels",
  {
    userId: text("user_id").notNull(),
    account: text("account").notNull(),
    subject: text("subject", { enum: ["trade", "day", "week"] }).notNull(),
    key: text("key").notNull(),
    labelId: text("label_id").notNull(),
  },
  (t) => [
    primaryKey({ name: "journal_entry_labels_once", columns: [t.userId, t.account, t.subject, t.key, t.labelId] }),
    index("journal_entry_labels_label").on(t.userId, t.labelId, t.account, t.subject, t.key),
  ],
);
