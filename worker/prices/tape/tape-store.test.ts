import { expect, test } from "bun:test";
import { testSqlStorage } from "../../../dev/test/test-sql-storage.ts";
import { sealSegment } from "../../contract/tape/seal-segment.ts";
import type { TapeRecord } from "../../contract/tape/tape-record.ts";
import { NO_PREVIOUS_SEAL } from "../../contract/tape/tape-seal.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import { FREE_ROWS_MAX, TapeStore } from "./tape-store.ts";

const START_MS = Date.UTC(2026, 10, 23, 21, 53);

function quote(seq: number, minute: number): TapeRecord {
  const at = START_MS + minute * MINUTE_MS;
  return {
    seq,
    heardAt: at,
    type: "quote",
    symbol: "BTCUSDm",
    bid: seq,
    ask: seq,
    at,
    source: "kraken",
    kind: "quoted",
  };
}

/** Appends one record a batch. */
function append(store: TapeStore, minute: number, seqs: readonly number[]): void {
  for (const seq of seqs) store.append({ minuteMs: START_MS + minute * MINUTE_MS, records: [quote(seq, minute)] });
}

/** Seals the oldest minute before the given one and frees its rows. */
function ship(store: TapeStore, nowMinute: number): void {
  const records = store.unsealedRecords(START_MS + nowMinute * MINUTE_MS);
  const seal = sealSegment(records, store.lastSeal()?.seal ?? NO_PREVIOUS_SEAL);
  store.writeSeal(seal, records.at(-1)?.heardAt ?? 0);
  store.freeRows(seal);
}

const seqsOf = (records: readonly TapeRecord[]) => records.map(({ seq }) => seq);

test("batches overwrite the rows of minutes that are in the bucket, and only these", () => {
  const sql = testSqlStorage();
  const store = new TapeStore(sql);
  const rows = () => sql.exec("SELECT first_seq FROM tape_rows ORDER BY first_seq").toArray().length;
  append(store, 0, [1, 2, 3]);
  append(store, 1, [4]);
  ship(store, 1);
  expect(rows()).toBe(4);
  append(store, 1, [5, 6]);
  expect(rows()).toBe(4);
  // An object that starts now knows which row is free: that of record 3.
  const again = new TapeStore(sql);
  expect([seqsOf(again.recordsAfter(0)), again.recordsOf({ firstSeq: 1, lastSeq: 3 })]).toEqual([[4, 5, 6], []]);
  append(again, 1, [7, 8]);
  expect(rows()).toBe(5);
  expect([seqsOf(again.recordsAfter(5)), again.last().seq]).toEqual([[6, 7, 8], 8]);
  ship(again, 2);
  expect([again.hasRows(), again.recordsAfter(0), again.last().seq]).toEqual([false, [], 8]);
  expect(new TapeStore(sql).last()).toEqual({ seq: 8, heardAt: START_MS + MINUTE_MS });
});

test("a tape whose rows were deleted when their minute was in the bucket continues", () => {
  const sql = testSqlStorage();
  const before = new TapeStore(sql);
  append(before, 0, [1, 2]);
  ship(before, 1);
  append(before, 1, [3, 4]);
  const deleteAsBefore = (lastSeq: number) => {
    sql.exec("DELETE FROM tape_rows WHERE first_seq <= ?", lastSeq);
    sql.exec("DROP TABLE tape_shipped");
    return new TapeStore(sql);
  };
  const withRows = deleteAsBefore(2);
  expect([withRows.unshipped(), seqsOf(withRows.recordsAfter(0))]).toEqual([[], [3, 4]]);
  ship(withRows, 2);
  const withoutRows = deleteAsBefore(4);
  expect([withoutRows.unshipped(), withoutRows.hasRows(), withoutRows.last().seq]).toEqual([[], false, 4]);
});

test("free rows beyond a limit are deleted, the oldest first", () => {
  const sql = testSqlStorage();
  const store = new TapeStore(sql);
  const count = FREE_ROWS_MAX + 5;
  append(
    store,
    0,
    Array.from({ length: count }, (_, i) => i + 1),
  );
  ship(store, 1);
  const query = "SELECT count(*) AS rows, min(first_seq) AS oldest FROM tape_rows";
  expect(sql.exec(query).toArray()).toEqual([{ rows: FREE_ROWS_MAX, oldest: 6 }]);
});
