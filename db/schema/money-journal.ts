import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The rows that the journal of money is owed: triggers write one for each change of a row of money, in the transaction
 * of the change. The Worker appends them to the journal before it answers, and the cron deletes what the journal has.
 *
 * The sequence has no gaps, because a transaction that is rolled back takes its numbers back: so the journal sees what
 * it lacks. A restored database begins at the next multiple of `JOURNAL_GENERATION_ROWS`.
 */
export const moneyJournalRows = sqliteTable("money_journal_rows", {
  sequence: integer("sequence").primaryKey({ autoIncrement: true }),
  tableName: text("table_name").notNull(),
  /** JSON: the row's columns after the change, or a list of such rows. */
  row: text("row").notNull(),
});
