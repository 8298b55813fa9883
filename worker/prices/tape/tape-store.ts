import { decodeRecords, encodeRecords } from "../../contract/tape/tape-codec.ts";
import type { TapeRecord } from "../../contract/tape/tape-record.ts";
import type { Seal } from "../../contract/tape/tape-seal.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { TapeBatch } from "./tape-writer.ts";

type SealRow = {
  minute_ms: number;
  first_seq: number;
  last_seq: number;
  root: string;
  previous: string;
  seal: string;
};
const SEAL_COLUMNS = "minute_ms, first_seq, last_seq, root, previous, seal";

/** How many rows a page has at most. */
const PAGE_ROWS_MAX = 500;

/**
 * Rows that later records may overwrite; some minutes of a busy tape. Without a limit, those of a day on which the
 * bucket was down would stay for good.
 */
export const FREE_ROWS_MAX = 10_000;

/** The last record in the bucket: rows up to it are free. */
const SHIPPED_SEQ = "(SELECT last_seq FROM tape_shipped)";

/**
 * Stores the tape's rows until their minute is in the bucket, and all its seals, in the feed object's SQLite.
 *
 * Each batch costs one written row. Rows are found by their numbers only: an index would be a second one. Rows whose
 * minute is in the bucket are free and are overwritten, because the platform counts a deleted row as a written one.
 * Source: https://developers.cloudflare.com/durable-objects/platform/pricing ("Deletes are counted as rows written").
 */
export class TapeStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS tape_rows (
      first_seq INTEGER PRIMARY KEY, last_seq INTEGER NOT NULL, minute_ms INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT`);
    sql.exec(`CREATE TABLE IF NOT EXISTS tape_seals (
      minute_ms INTEGER PRIMARY KEY, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, root TEXT NOT NULL,
      previous TEXT NOT NULL, seal TEXT NOT NULL, last_heard_ms INTEGER NOT NULL) STRICT`);
    sql.exec("CREATE INDEX IF NOT EXISTS tape_seals_by_first_seq ON tape_seals (first_seq)");
    sql.exec(`CREATE TABLE IF NOT EXISTS tape_shipped (
      id INTEGER PRIMARY KEY CHECK (id = 1), last_seq INTEGER NOT NULL) STRICT`);
    // The first start, when no minute is in the bucket, or the first one after rows were deleted instead of freed.
    sql.exec(`INSERT OR IGNORE INTO tape_shipped SELECT 1, coalesce((SELECT min(first_seq) - 1 FROM tape_rows),
      (SELECT last_seq FROM tape_seals ORDER BY minute_ms DESC LIMIT 1), 0)`);
  }

  /**
   * Removes the rows without a seal that do not follow the row before them: two processes that wrote one storage left them. Within a
   * minute the numbers have no gap; a later minute may begin with a higher number, after records that were lost.
   * @returns how many
   */
  removeStray(): number {
    const seal = this.lastSeal();
    let last = { minuteMs: seal?.minuteMs ?? -1, seq: seal?.lastSeq ?? 0, isSealed: true };
    let removed = 0;
    type Row = { first_seq: number; last_seq: number; minute_ms: number };
    const query = `SELECT first_seq, last_seq, minute_ms FROM tape_rows
      WHERE first_seq > max(?, ${SHIPPED_SEQ}) ORDER BY first_seq`;
    for (const { first_seq, last_seq, minute_ms } of this.#sql.exec<Row>(query, last.seq).toArray()) {
      const isNext = first_seq === last.seq + 1 && minute_ms === last.minuteMs && !last.isSealed;
      if (isNext || (minute_ms > last.minuteMs && first_seq > last.seq)) {
        last = { minuteMs: minute_ms, seq: last_seq, isSealed: false };
      } else {
        this.#sql.exec("DELETE FROM tape_rows WHERE first_seq = ?", first_seq);
        removed += 1;
      }
    }
    return removed;
  }

  append({ minuteMs, records }: TapeBatch): void {
    const [first, last] = [records[0], records.at(-1)];
    if (!first || !last) return;
    const row = [first.seq, last.seq, minuteMs, blobOf(encodeRecords(records))];
    const free = `SELECT min(first_seq) FROM tape_rows WHERE first_seq <= ${SHIPPED_SEQ}`;
    const update = `UPDATE tape_rows SET first_seq = ?, last_seq = ?, minute_ms = ?, bytes = ?
      WHERE first_seq = (${free}) RETURNING first_seq`;
    const isWritten = this.#sql.exec(update, ...row).toArray().length > 0;
    if (!isWritten) this.#sql.exec("INSERT INTO tape_rows VALUES (?, ?, ?, ?)", ...row);
  }

  /** The number and time of the last record; both are 0 for an empty tape. */
  last(): { seq: number; heardAt: number } {
    const record = this.#records("ORDER BY first_seq DESC LIMIT 1").at(-1);
    if (record) return { seq: record.seq, heardAt: record.heardAt };
    type Row = { last_seq: number; last_heard_ms: number };
    const query = "SELECT last_seq, last_heard_ms FROM tape_seals ORDER BY minute_ms DESC LIMIT 1";
    const seal = this.#sql.exec<Row>(query).toArray()[0];
    return { seq: seal?.last_seq ?? 0, heardAt: seal?.last_heard_ms ?? 0 };
  }

  /** The records after a batch that ended with this number, unless they are in the bucket. */
  recordsAfter(seq: number): TapeRecord[] {
    return this.#records(`WHERE first_seq > max(?, ${SHIPPED_SEQ}) ORDER BY first_seq`, seq);
  }

  /** The first of the records with a larger number that are not in the bucket. */
  pageAfter(seq: number): TapeRecord[] {
    const batch = "coalesce((SELECT max(first_seq) FROM tape_rows WHERE first_seq <= ?), 0)";
    const clause = `WHERE first_seq >= ${batch} AND first_seq > ${SHIPPED_SEQ}`;
    const records = this.#records(`${clause} ORDER BY first_seq LIMIT ${PAGE_ROWS_MAX}`, seq + 1);
    return records.filter((record) => record.seq > seq);
  }

  /** The first number after another one that is on the tape; null when there is none. */
  nextAfter(seq: number): number | null {
    const query = `SELECT min(first_seq) AS next FROM (
      SELECT first_seq FROM tape_rows WHERE first_seq > max(?1, ${SHIPPED_SEQ}) UNION ALL
      SELECT first_seq FROM tape_seals WHERE first_seq > ?1)`;
    return this.#sql.exec<{ next: number | null }>(query, seq).one().next;
  }

  /** The records of a sealed minute, unless they are in the bucket: then none. */
  recordsOf({ firstSeq, lastSeq }: Pick<Seal, "firstSeq" | "lastSeq">): TapeRecord[] {
    const clause = `WHERE first_seq >= ? AND first_seq <= ? AND first_seq > ${SHIPPED_SEQ} ORDER BY first_seq`;
    return this.#records(clause, firstSeq, lastSeq);
  }

  /** Whether any record is not yet in the bucket. */
  hasRows(): boolean {
    const query = `SELECT 1 FROM tape_rows WHERE first_seq > ${SHIPPED_SEQ} LIMIT 1`;
    return this.#sql.exec(query).toArray().length > 0;
  }

  /** The records of the oldest minute without a seal, if it is over at the given time; none when there is no such one. */
  unsealedRecords(nowMinuteMs: number): TapeRecord[] {
    const sealed = this.lastSeal()?.lastSeq ?? 0;
    const query = "SELECT minute_ms FROM tape_rows WHERE first_seq > ? ORDER BY first_seq LIMIT 1";
    const minuteMs = this.#sql.exec<{ minute_ms: number }>(query, sealed).toArray()[0]?.minute_ms;
    if (minuteMs === undefined || minuteMs >= nowMinuteMs) return [];
    return this.#records("WHERE first_seq > ? AND minute_ms = ? ORDER BY first_seq", sealed, minuteMs);
  }

  writeSeal({ minuteMs, firstSeq, lastSeq, root, previous, seal }: Seal, lastHeardMs: number): void {
    const insert = "INSERT INTO tape_seals VALUES (?, ?, ?, ?, ?, ?, ?)";
    this.#sql.exec(insert, minuteMs, firstSeq, lastSeq, root, previous, seal, lastHeardMs);
  }

  lastSeal(): Seal | null {
    return this.#seals("ORDER BY minute_ms DESC LIMIT 1")[0] ?? null;
  }

  /** The seals of the UTC day that begins at the given time, oldest first. */
  sealsOfDay(dayMs: number): Seal[] {
    return this.#seals("WHERE minute_ms >= ? AND minute_ms < ? ORDER BY minute_ms", dayMs, dayMs + DAY_MS);
  }

  /** The last seal of a minute before the given time; null when there is none. */
  sealBefore(timeMs: number): Seal | null {
    return this.#seals("WHERE minute_ms < ? ORDER BY minute_ms DESC LIMIT 1", timeMs)[0] ?? null;
  }

  /** The seals of minutes from the given time on that are in the bucket, oldest first. */
  shippedSeals(fromMs: number, limit: number): Seal[] {
    const clause = `WHERE minute_ms >= ? AND last_seq <= ${SHIPPED_SEQ} ORDER BY minute_ms LIMIT ?`;
    return this.#seals(clause, fromMs, limit);
  }

  /** The seal of the minute with this record; null while it has none. */
  sealOf(seq: number): Seal | null {
    const [seal] = this.#seals("WHERE first_seq <= ? ORDER BY first_seq DESC LIMIT 1", seq);
    return seal && seq <= seal.lastSeq ? seal : null;
  }

  /** The sealed minutes that are not yet in the bucket, oldest first. */
  unshipped(): Seal[] {
    return this.#seals(`WHERE first_seq > ${SHIPPED_SEQ} ORDER BY first_seq`);
  }

  /** Frees the rows of the oldest minute that was not in the bucket, now that it is. */
  freeRows({ lastSeq }: Seal): void {
    this.#sql.exec("UPDATE tape_shipped SET last_seq = ?", lastSeq);
    const tooMany = "SELECT first_seq FROM tape_rows WHERE first_seq <= ? ORDER BY first_seq DESC LIMIT 1 OFFSET ?";
    this.#sql.exec(`DELETE FROM tape_rows WHERE first_seq <= (${tooMany})`, lastSeq, FREE_ROWS_MAX);
  }

  #records(clause: string, ...bindings: number[]): TapeRecord[] {
    const rows = this.#sql.exec<{ bytes: ArrayBuffer }>(`SELECT bytes FROM tape_rows ${clause}`, ...bindings).toArray();
    return rows.flatMap(({ bytes }) => decodeRecords(new Uint8Array(bytes)));
  }

  #seals(clause: string, ...bindings: number[]): Seal[] {
    const rows = this.#sql.exec<SealRow>(`SELECT ${SEAL_COLUMNS} FROM tape_seals ${clause}`, ...bindings).toArray();
    return rows.map(({ minute_ms, first_seq, last_seq, root, previous, seal }) => {
      return { minuteMs: minute_ms, firstSeq: first_seq, lastSeq: last_seq, root, previous, seal };
    });
  }
}

/** A buffer of exactly these bytes, as the storage takes it. */
function blobOf(bytes: Uint8Array): ArrayBuffer {
  const blob = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(blob).set(bytes);
  return blob;
}
