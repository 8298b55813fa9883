import { lte, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { newestSequence } from "../../db/money-journal.ts";
import { moneyJournalRows } from "../../db/schema/index.ts";

/** The only SQL of the Worker that changes the rows for the journal of money; triggers insert them. */

/** The statement that reads the newest sequence, as a list of one. */
export function selectNewest(query: Query) {
  return query.select({ sequence: newestSequence }).from(moneyJournalRows).limit(1);
}

/** The statement that reads the newest sequence, for a caller. @param callerId NULL reads nothing */
export function selectNewestFor(query: Query, callerId: SQL) {
  return query
    .select({ sequence: newestSequence })
    .from(sql`(SELECT ${callerId} AS caller_id)`)
    .where(sql`caller_id IS NOT NULL`);
}

/** The statement that deletes the rows that the journal has. */
export function deleteJournalled(query: Query, upTo: number) {
  return query.delete(moneyJournalRows).where(lte(moneyJournalRows.sequence, upTo));
}
