import type { Database } from "../../db/client.ts";
import type { MoneyJournalCalls } from "../platform/services/money-journal-client.ts";
import { counted } from "../platform/services/service-calls.ts";
import { deleteJournalled, selectNewest } from "./journal-rows-store.ts";

/** The dependencies of the job, provided by the cron. @property db has the journal */
type Keeper = { db: Database; journal: MoneyJournalCalls };

/**
 * Appends what was committed and not appended, ships the journal, and deletes the rows that it has from the database.
 * Ships also when the database is down, so that the bucket says how far the journal goes.
 */
export async function keepJournal({ db, journal }: Keeper): Promise<{ completeUpTo: number }> {
  // Counted, so that its state is known when no money moves.
  const ship = () => counted("journal", journal.ship());
  try {
    await appendCommitted(db);
  } catch (error) {
    await ship();
    throw error;
  }
  return { completeUpTo: await ship() };
}

async function appendCommitted(db: Database): Promise<void> {
  const [[newest]] = await db.read([selectNewest(db.query)]);
  if (!newest) return;
  await db.journalUpTo(newest.sequence);
  await db.write([deleteJournalled(db.query, newest.sequence)]);
}
