import { asc, between, desc, sql } from "drizzle-orm";
import { prepared } from "./prepared.ts";
import { moneyJournalRows } from "./schema/money-journal.ts";
import type { Query } from "./statement.ts";

/**
 * The journal of money as the database's client uses it. Triggers put each change of a row of money into
 * `money_journal_rows` in the transaction that makes it; the client reads what its batch added there, in that batch, and
 * appends it to the journal after the commit and before the batch has a result.
 */

/** A change of a row of money. @property row JSON: the columns after the change, or a list of such rows */
export type JournalRow = { sequence: number; tableName: string; row: string };

/** Sequence numbers, from the first to the last of them. */
export type JournalRange = readonly [first: number, last: number];

/** The journal outside of the database. */
export type MoneyJournal = {
  /** Refuses a batch of money before it is sent while the journal is known to be down. @throws the caller's refusal */
  assertUp(): Promise<void>;
  /**
   * Appends rows, and returns when the journal has everything up to a sequence. What it lacks there it reads from the
   * database itself.
   * @param rows in the order of their sequence; those that it has already are not appended again
   * @throws the caller's refusal when it is not known to be appended
   */
  append(rows: readonly JournalRow[], upTo: number): Promise<void>;
};

/**
 * A restored database begins at the next multiple of this sequence, so that no number means two rows and the journal
 * refuses what a Worker still writes to the database before it.
 */
export const JOURNAL_GENERATION_ROWS = 1_000_000_000_000;

/** The most rows that one statement reads. The journal reads for itself what a larger batch does not give it. */
export const JOURNAL_PAGE_ROWS = 100;

/** The row that begins the rows of a batch: `at_ms` is the database's clock. */
export const BATCH_MARK = "batch";

/**
 * The statement that begins a batch whose rows are appended. No other transaction writes before the batch ends, so the
 * rows after its mark are those of the batch.
 */
export const beginJournalled = prepared((query: Query) =>
  query.insert(moneyJournalRows).values({
    tableName: BATCH_MARK,
    row: sql`json_object('at_ms', CAST(unixepoch('subsec') * 1000 AS INTEGER))`,
  }),
);

/** The statement that reads the rows of the batch, newest first: a page of them, with the newest. */
export const selectRowsOfBatch = prepared((query: Query) => {
  const mark = sql`(SELECT sequence FROM money_journal_rows WHERE table_name = ${sql.raw(`'${BATCH_MARK}'`)} ORDER BY sequence DESC LIMIT 1)`;
  return query
    .select()
    .from(moneyJournalRows)
    .where(sql`${moneyJournalRows.sequence} >= ${mark}`)
    .orderBy(desc(moneyJournalRows.sequence))
    .limit(JOURNAL_PAGE_ROWS);
});

/** The newest sequence as an expression; 0 when the journal has all rows and they are deleted. */
export const newestSequence = sql<number>`(SELECT coalesce(max(sequence), 0) FROM money_journal_rows)`;

/** The statement that reads rows of a range, oldest first: a page of them. */
export function selectRowsOf(query: Query, [first, last]: JournalRange) {
  return query
    .select()
    .from(moneyJournalRows)
    .where(between(moneyJournalRows.sequence, first, last))
    .orderBy(asc(moneyJournalRows.sequence))
    .limit(JOURNAL_PAGE_ROWS);
}
