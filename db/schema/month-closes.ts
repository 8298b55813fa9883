import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * The close of a calendar month of the operation's time zone: its report as one operator prepared it, and once another operator sealed exactly
 * that, the end of the month: triggers (`db/guards/month_closes.sql`, `transfers.sql`, `line_matches.sql`) let nothing of it change.
 */
export const monthCloses = sqliteTable(
  "month_closes",
  {
    id: text("id").primaryKey(),
    /** `2026-11` */
    month: text("month").notNull(),
    /** Its days, counted from 1970-01-01. */
    firstDay: integer("first_day").notNull(),
    lastDay: integer("last_day").notNull(),
    /** Its moments, epoch ms; the end is exclusive. */
    fromMs: integer("from_ms").notNull(),
    untilMs: integer("until_ms").notNull(),
    /** The report as JSON, in the one way in which it is written (`worker/month-close/month-report.ts`). */
    report: text("report").notNull(),
    /** SHA-256 of the report, lower-case hex. Both operators approve it. */
    digest: text("digest").notNull(),
    preparedBy: text("prepared_by")
      .notNull()
      .references(() => users.id),
    preparedAtMs: integer("prepared_at_ms").notNull(),
    sealedBy: text("sealed_by").references(() => users.id),
    sealedAtMs: integer("sealed_at_ms"),
    cancelledBy: text("cancelled_by").references(() => users.id),
    cancelledAtMs: integer("cancelled_at_ms"),
  },
  (t) => [
    check("month_closes_span", sql`${t.firstDay} < ${t.lastDay} AND ${t.fromMs} < ${t.untilMs}`),
    // One report of a month waits or is sealed.
    uniqueIndex("month_closes_month").on(t.month).where(sql`${t.cancelledAtMs} IS NULL`),
    // Each new transfer asks whether its time is in a sealed month.
    index("month_closes_sealed").on(t.untilMs).where(sql`${t.sealedAtMs} IS NOT NULL`),
  ],
);
