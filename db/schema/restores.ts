import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * A restore of this database from a copy and the journal of money. Withdrawals and new deposits stay paused until two admins
 * have approved what the restore found (`restore:<id>` in `approvals`); triggers see to it.
 */
export const restores = sqliteTable("restores", {
  id: text("id").primaryKey(),
  restoredAtMs: integer("restored_at_ms").notNull(),
  /** The newest sequence of the journal of money that the copy had. */
  copySequence: integer("copy_sequence").notNull(),
  /** The newest sequence that the journal had. */
  journalSequence: integer("journal_sequence").notNull(),
  /** How many findings there are; `findings` may list fewer. */
  findingCount: integer("finding_count").notNull(),
  /** JSON: records that are newer in the journal than in the copy, and rows that are in neither (`contract/restore-finding.ts`). */
  findings: text("findings").notNull(),
  /** When the second admin approved it, and payments went on. */
  resumedAtMs: integer("resumed_at_ms"),
});
