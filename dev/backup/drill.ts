import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "../../db/client.ts";
import { BATCH_MARK, type JournalRow } from "../../db/money-journal.ts";
import { moneyJournalRows } from "../../db/schema/index.ts";
import { type DatabaseAddress, restoreDump } from "../database-dump.ts";
import { startLibsqlServer } from "../libsql/server.ts";
import { compareMoney, type MoneyComparison, rowName } from "./compare-money.ts";
import { contentOf } from "./journalled-tables.ts";
import type { ObjectStore } from "./object-store.ts";
import { readJournal, type StoredJournal } from "./read-journal.ts";
import { type RestoreReport, restoreMoney } from "./restore-money.ts";

/** A drill's result. @property seconds from the empty database to the compared ledger */
export type DrillResult = { report: RestoreReport; comparison: MoneyComparison; seconds: number };

const TIMEOUT_MS = 600_000;

/**
 * Restores a dump and the journal into an empty database on this machine, and compares its money row by row with the
 * live database. What the live database committed and the journal does not have is left out: nobody was told of it.
 *
 * @param given.onRestored gets the restored database before it is removed
 */
export async function drillRestore(given: {
  dump: string;
  journal: ObjectStore;
  live: DatabaseAddress;
  onRestored?: (restored: { url: string; file: string }) => Promise<void>;
}): Promise<DrillResult> {
  const dir = mkdtempSync(join(tmpdir(), "tonle-drill-"));
  const file = join(dir, "restored.db");
  const server = startLibsqlServer({ port: 0, file, limits: { writeWaitMs: TIMEOUT_MS, transactionMs: TIMEOUT_MS } });
  try {
    const startedAt = performance.now();
    await restoreDump(given.dump, { url: server.url });
    const journal = await readJournal(given.journal);
    const report = await restoreMoney({ url: server.url }, journal, Date.now());
    const seconds = (performance.now() - startedAt) / 1_000;
    const live = openDatabase({ ...given.live, timeoutMs: TIMEOUT_MS });
    const restored = openDatabase({ url: server.url, timeoutMs: TIMEOUT_MS });
    const compare = async () =>
      compareMoney(live, restored, await changedSince(live, journal, await readJournal(given.journal)));
    let comparison = await compare();
    // The live database may have changed while it was compared.
    if (comparison.differences.length > 0) comparison = await compare();
    await given.onRestored?.({ url: server.url, file });
    return { report, comparison, seconds };
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * The rows, as {@link rowName} names them, that a database committed beyond the rows of a journal.
 * @param later the same journal as it is now
 */
export async function changedSince(
  { query, read }: Database,
  journal: StoredJournal,
  later: StoredJournal,
): Promise<Set<string>> {
  const [owed] = await read([query.select().from(moneyJournalRows).orderBy(moneyJournalRows.sequence)]);
  // What is not in the journal is beyond the mark up to which it was complete.
  const from = Math.min(owed[0]?.sequence ?? Number.POSITIVE_INFINITY, (journal.head?.completeUpTo ?? 0) + 1);
  const known = new Set((await journal.rowsFrom(from)).map(({ sequence }) => sequence));
  const rows = [...owed, ...(await later.rowsFrom(from))];
  return new Set(rows.filter(({ sequence }) => !known.has(sequence)).flatMap(namesIn));
}

/** The rows that a journal row changed: an entry changes its account's balance too. */
function namesIn(journalRow: JournalRow): string[] {
  if (journalRow.tableName === BATCH_MARK) return [];
  return contentOf(journalRow).flatMap((row) => [
    rowName(journalRow.tableName, row),
    ...(journalRow.tableName === "entries" ? [rowName("accounts", { id: row.account_id ?? null })] : []),
  ]);
}
