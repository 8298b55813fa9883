import { describe, expect, test } from "bun:test";
import { JOURNAL_GENERATION_ROWS, type JournalRow } from "../../db/money-journal.ts";
import { testSqlStorage } from "../../dev/test/test-sql-storage.ts";
import { fc } from "../../web/test/property.ts";
import { JournalBook } from "./journal-book.ts";
import { CHAIN_START, checkChain, type JournalEntry } from "./journal-chain.ts";
import { JournalLog } from "./journal-log-store.ts";
import { goneOf, HeldRanges } from "./journal-ranges.ts";
import { decodeSegment, encodeSegment } from "./journal-segments.ts";

const row = (sequence: number, content = "{}"): JournalRow => ({ sequence, tableName: "deposits", row: content });
const rows = (first: number, last: number): JournalRow[] =>
  Array.from({ length: last - first + 1 }, (_, i) => row(first + i, `{"id":${first + i}}`));

function newBook() {
  const sql = testSqlStorage();
  const log = new JournalLog(sql);
  return { sql, log, book: new JournalBook(log) };
}

const CHARACTERS = 1_000_000;
/** The entries of a log as they are read from the bucket. */
const shippedOf = (log: JournalLog, characters = CHARACTERS) => decodeSegment(encodeSegment(log.unshipped(characters)));
const START = { position: 0, hash: CHAIN_START };
const sequencesOf = (entries: readonly JournalEntry[]) =>
  entries.flatMap(({ first, rows: held }) => (held ?? []).map((_, i) => first + i));

describe("the journal", () => {
  test("takes appends in any order, once each, and knows what is missing", () => {
    const { log, book } = newBook();
    expect(book.append(rows(7, 9), 9, [], 1)).toBe(true);
    expect(book.missingUpTo(9)).toEqual([[1, 6]]);
    expect(book.append(rows(7, 9), 9, [], 2)).toBe(false);
    book.append(rows(1, 3), 3, [], 3);
    expect([book.completeUpTo, book.missingUpTo(9)]).toEqual([3, [[4, 6]]]);
    book.append(rows(2, 8), 8, [], 4);
    expect([book.completeUpTo, book.missingUpTo(12)]).toEqual([9, [[10, 12]]]);
    const entries = shippedOf(log);
    expect(sequencesOf(entries).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(checkChain(entries, START)).toBeNull();
  });

  test("has after a restart what it had before", () => {
    const { sql, book } = newBook();
    book.append(rows(1, 3), 3, [], 1);
    book.append(rows(6, 7), 7, [], 2);
    const again = new JournalBook(new JournalLog(sql));
    expect([again.completeUpTo, again.missingUpTo(8)]).toEqual([
      3,
      [
        [4, 5],
        [8, 8],
      ],
    ]);
  });

  test("refuses another row with the same sequence: its database was restored without the journal", () => {
    const { book, log } = newBook();
    book.append(rows(1, 3), 3, [], 1);
    expect(() => book.append([row(3, '{"id":"another"}'), row(4)], 4, [], 2)).toThrow("restored without the journal");
    expect(sequencesOf(shippedOf(log))).toEqual([1, 2, 3]);
  });

  test("takes the rows of a restored database, and then none of the one before", () => {
    const { sql, book } = newBook();
    book.append(rows(1, 3), 3, [], 1);
    book.append(rows(8, 8), 8, [], 1);
    const first = JOURNAL_GENERATION_ROWS + 1;
    book.append(rows(first, first + 1), first + 1, [], 2);
    expect(book.completeUpTo).toBe(first + 1);
    expect(() => book.append(rows(9, 9), 9, [], 3)).toThrow("restored since");
    const again = new JournalBook(new JournalLog(sql));
    expect(again.completeUpTo).toBe(first + 1);
    expect(() => again.append(rows(9, 9), 9, [], 3)).toThrow("restored since");
  });

  test("passes over rows that the database does not have, and says so in the chain", () => {
    const { book, log } = newBook();
    book.append(rows(3, 4), 4, [], 1);
    book.append([], 4, [[1, 2]], 2);
    expect(book.completeUpTo).toBe(4);
    expect(shippedOf(log).map(({ first, last, rows: held }) => [first, last, held === null])).toEqual([
      [3, 4, false],
      [1, 2, true],
    ]);
  });

  test("answers an append once what came before it is there, and after a while without it", async () => {
    const { book } = newBook();
    book.append(rows(4, 4), 4, [], 1);
    const isThere = book.isComplete(4, 60_000);
    book.append(rows(1, 2), 2, [], 1);
    book.append(rows(3, 3), 3, [], 1);
    expect(await isThere).toBe(true);
    expect(await book.isComplete(5, 1)).toBe(false);
  });

  test("is shipped in parts, and removed days later but for its last entry", () => {
    const { book, log } = newBook();
    for (let i = 1; i <= 5; i++) book.append([row(i, "x".repeat(100))], i, [], i);
    const part = shippedOf(log, 250);
    expect(part.map(({ position, first, last, rows: held }) => [position, first, last, held])).toEqual([
      [1, 1, 1, [["deposits", "x".repeat(100)]]],
      [2, 2, 2, [["deposits", "x".repeat(100)]]],
    ]);
    log.noteShipped(5, 5, 8 * 24 * 60 * 60_000);
    expect(log.unshipped(250)).toEqual([]);
    expect([log.head().position, log.rowOf(5), log.rowOf(4)]).toEqual([5, ["deposits", "x".repeat(100)], null]);
  });

  test("a chain shows an entry that was changed, left out or moved", () => {
    const { book, log } = newBook();
    for (let i = 1; i <= 4; i++) book.append([row(i)], i, [], i);
    const entries = shippedOf(log);
    const changed = entries.map((entry) => (entry.position === 2 ? { ...entry, rows: [] } : entry));
    expect(checkChain(changed, START)).toEqual({ position: 2, fault: "changed" });
    expect(checkChain(entries.toSpliced(2, 1), START)).toEqual({ position: 3, fault: "missing" });
    expect(checkChain(entries.slice(1), START)).toEqual({ position: 1, fault: "missing" });
  });
});

test("ranges added in any order leave missing exactly what was not added", () => {
  const range = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 5 }));
  fc.assert(
    fc.property(fc.array(range, { maxLength: 15 }), (added) => {
      const held = new HeldRanges(0);
      const model = new Set<number>();
      for (const [first, more] of added) {
        held.add([first, first + more]);
        for (let n = first; n <= first + more; n++) model.add(n);
      }
      const missing = held
        .missingUpTo(50)
        .flatMap(([first, last]) => rows(first, last).map(({ sequence }) => sequence));
      const expected = Array.from({ length: 50 }, (_, i) => i + 1).filter((n) => !model.has(n));
      expect(missing).toEqual(expected);
      for (let n = 1; n <= 50; n++) expect(held.has(n)).toBe(model.has(n));
    }),
  );
});

test("rows that a read did not find are gone, but for those behind a full page", () => {
  expect(goneOf([1, 5], [{ sequence: 2 }, { sequence: 4 }])).toEqual([
    [1, 1],
    [3, 3],
    [5, 5],
  ]);
  expect(goneOf([1, 200], rows(1, 100))).toEqual([]);
});
