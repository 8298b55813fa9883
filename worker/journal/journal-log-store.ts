import { DAY_MS } from "../contract/time.ts";
import { CHAIN_START, type EntryRow, entryHash, type StoredEntry } from "./journal-chain.ts";

type Row = { position: number; at_ms: number; first: number; last: number; rows: string; hash: string };

/** How long an entry stays here after it is in the bucket. */
const KEPT_MS = 7 * DAY_MS;

/** The journal's entries in its object's SQLite: until they are in the bucket, and some days longer. */
export class JournalLog {
  readonly #sql: SqlStorage;
  #head: { position: number; hash: string };
  #appendedAtMs: number | null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS journal_entries (
      position INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
      rows TEXT NOT NULL, hash TEXT NOT NULL) STRICT`);
    sql.exec("CREATE INDEX IF NOT EXISTS journal_entries_by_first ON journal_entries (first)");
    sql.exec(`CREATE TABLE IF NOT EXISTS journal_state (
      id INTEGER PRIMARY KEY CHECK (id = 1), complete_up_to INTEGER NOT NULL, shipped_position INTEGER NOT NULL) STRICT`);
    sql.exec("INSERT OR IGNORE INTO journal_state VALUES (1, 0, 0)");
    const [row] = sql
      .exec<{ position: number; hash: string; at_ms: number }>(
        "SELECT position, hash, at_ms FROM journal_entries ORDER BY position DESC LIMIT 1",
      )
      .toArray();
    this.#head = row ? { position: row.position, hash: row.hash } : { position: 0, hash: CHAIN_START };
    this.#appendedAtMs = row?.at_ms ?? null;
  }

  /** The last entry's place and hash. */
  head(): { position: number; hash: string } {
    return this.#head;
  }

  /**
   * The sequence up to which nothing was missing when it was last noted: at the last shipment, or at the beginning of a
   * generation. Entries tell the rest, so that an append writes one row.
   */
  completeUpTo(): number {
    return this.#state().complete_up_to;
  }

  beginGeneration(upTo: number): void {
    this.#sql.exec("UPDATE journal_state SET complete_up_to = ?", upTo);
  }

  /** The ranges of the entries beyond a sequence. */
  rangesAfter(sequence: number): Array<[first: number, last: number]> {
    return this.#sql
      .exec<{ first: number; last: number }>(
        "SELECT first, last FROM journal_entries WHERE first > ? ORDER BY first",
        sequence,
      )
      .toArray()
      .map(({ first, last }) => [first, last]);
  }

  append({ rows, ...run }: { first: number; last: number; rows: readonly EntryRow[] | null }, atMs: number): void {
    const entry = { position: this.#head.position + 1, atMs, ...run, rowsJson: JSON.stringify(rows) };
    const hash = entryHash(entry, this.#head.hash);
    this.#sql.exec(
      "INSERT INTO journal_entries VALUES (?, ?, ?, ?, ?, ?)",
      entry.position,
      atMs,
      run.first,
      run.last,
      entry.rowsJson,
      hash,
    );
    this.#head = { position: entry.position, hash };
    this.#appendedAtMs = atMs;
  }

  /** When the last entry was appended, epoch ms, and how many are not in the bucket. */
  progress(): { appendedAtMs: number | null; unshippedEntries: number } {
    return {
      appendedAtMs: this.#appendedAtMs,
      unshippedEntries: this.#head.position - this.#state().shipped_position,
    };
  }

  /** The row that was appended with a sequence; null when its entry is not here any more. */
  rowOf(sequence: number): EntryRow | null {
    const [entry] = this.#entries(
      this.#sql.exec<Row>("SELECT * FROM journal_entries WHERE first <= ? ORDER BY first DESC LIMIT 1", sequence),
    );
    if (!entry) return null;
    // This class wrote it.
    const rows = JSON.parse(entry.rowsJson) as readonly EntryRow[] | null;
    return rows?.[sequence - entry.first] ?? null;
  }

  /** Entries that are not in the bucket, of about the given number of characters at most. */
  unshipped(charactersMax: number): StoredEntry[] {
    const { shipped_position } = this.#state();
    const lengths = this.#sql
      .exec<{ position: number; length: number }>(
        "SELECT position, length(rows) AS length FROM journal_entries WHERE position > ? ORDER BY position LIMIT 5000",
        shipped_position,
      )
      .toArray();
    let [until, characters] = [shipped_position, 0];
    for (const { position, length } of lengths) {
      characters += length;
      if (characters > charactersMax && until > shipped_position) break;
      until = position;
    }
    return this.#entries(
      this.#sql.exec<Row>(
        "SELECT * FROM journal_entries WHERE position > ? AND position <= ? ORDER BY position",
        shipped_position,
        until,
      ),
    );
  }

  /** Notes that entries are in the bucket, and removes those that were there for days. The last entry stays. */
  noteShipped(position: number, completeUpTo: number, nowMs: number): void {
    this.#sql.exec("UPDATE journal_state SET shipped_position = ?, complete_up_to = ?", position, completeUpTo);
    this.#sql.exec("DELETE FROM journal_entries WHERE position < ? AND at_ms < ?", position, nowMs - KEPT_MS);
  }

  #state(): { complete_up_to: number; shipped_position: number } {
    return this.#sql
      .exec<{ complete_up_to: number; shipped_position: number }>(
        "SELECT complete_up_to, shipped_position FROM journal_state",
      )
      .one();
  }

  #entries(rows: Iterable<Row> & { toArray(): Row[] }): StoredEntry[] {
    return rows.toArray().map(({ at_ms, rows: rowsJson, ...row }) => ({ ...row, atMs: at_ms, rowsJson }));
  }
}
