import type Engine from "libsql";
import type { ObjectStore } from "../../dev/backup/object-store.ts";
import { CHAIN_START, entryHash, type StoredEntry } from "../../worker/journal/journal-chain.ts";
import { encodeSegment, HEAD_KEY, type JournalHead, segmentKey } from "../../worker/journal/journal-segments.ts";

/** The rows of an entry: about as many as one action on money writes. */
const ENTRY_ROWS = 10;
/** The entries of a segment, which has about 4 MB. */
const SEGMENT_ENTRIES = 1_000;
const PAGE_ROWS = ENTRY_ROWS * SEGMENT_ENTRIES;

/**
 * Moves the rows that a database has for the journal of money into segments, as the object of the journal ships them, and
 * deletes them as the cron does.
 *
 * @param after the last entry that was written before
 * @returns the last entry, and how many rows were moved
 */
export async function writeJournal(
  engine: Engine.Database,
  store: ObjectStore,
  after = { position: 0, hash: CHAIN_START },
): Promise<{ last: { position: number; hash: string }; rows: number }> {
  type Row = { sequence: number; table_name: string; row: string };
  const page = engine.prepare(
    `SELECT * FROM money_journal_rows WHERE sequence > ? ORDER BY sequence LIMIT ${PAGE_ROWS}`,
  );
  let last = after;
  let [sequence, rows] = [0, 0];
  for (;;) {
    // The columns of the table.
    const found = page.all(sequence) as Row[];
    const newest = found.at(-1);
    if (!newest) break;
    const entries: StoredEntry[] = [];
    for (let from = 0; from < found.length; from += ENTRY_ROWS) {
      const part = found.slice(from, from + ENTRY_ROWS);
      const entry = {
        position: last.position + 1,
        atMs: 0,
        first: part[0]?.sequence ?? 0,
        last: part.at(-1)?.sequence ?? 0,
        rowsJson: JSON.stringify(part.map(({ table_name, row }) => [table_name, row])),
      };
      last = { position: entry.position, hash: entryHash(entry, last.hash) };
      entries.push({ ...entry, hash: last.hash });
    }
    const key = segmentKey(entries[0]?.position ?? 0, last.position);
    await store.put(key, new TextEncoder().encode(encodeSegment(entries)));
    sequence = newest.sequence;
    rows += found.length;
  }
  const head: JournalHead = { ...last, completeUpTo: sequence, shippedAtMs: Date.now() };
  await store.put(HEAD_KEY, new TextEncoder().encode(JSON.stringify(head)));
  engine.exec("DELETE FROM money_journal_rows");
  return { last, rows };
}
