import { JOURNAL_GENERATION_ROWS, type JournalRange, type JournalRow } from "../../db/money-journal.ts";
import { JOURNAL_REFUSAL } from "../platform/services/money-journal-client.ts";
import { type EntryRow, runsOf } from "./journal-chain.ts";
import type { JournalLog } from "./journal-log-store.ts";
import { HeldRanges } from "./journal-ranges.ts";
import { generationOf } from "./journal-segments.ts";

/** The most characters of an entry: a value of an object's SQLite has at most 2 MB. */
const ENTRY_CHARACTERS_MAX = 500_000;

/** The rows that the journal has, and its rule of what it takes: each row once, in any order, of one database. */
export class JournalBook {
  readonly #log: JournalLog;
  #held: HeldRanges;
  #waiting: Array<() => void> = [];

  constructor(log: JournalLog) {
    this.#log = log;
    this.#held = new HeldRanges(log.completeUpTo());
    for (const range of log.rangesAfter(log.completeUpTo())) this.#held.add(range);
  }

  /** The sequence up to which nothing is missing. */
  get completeUpTo(): number {
    return this.#held.completeUpTo;
  }

  /**
   * Appends rows that it does not have.
   * @returns whether there were any
   * @throws Error when the rows are those of a database that was restored since, or of another database
   */
  append(rows: readonly JournalRow[], upTo: number, gone: readonly JournalRange[], nowMs: number): boolean {
    this.#enterGeneration(generationOf(upTo));
    for (const { sequence, tableName, row } of rows) {
      const known = this.#held.has(sequence) ? this.#log.rowOf(sequence) : null;
      if (known && (known[0] !== tableName || known[1] !== row)) {
        throw new Error(`${JOURNAL_REFUSAL} another row ${sequence}: the database was restored without the journal`);
      }
    }
    const added = [
      ...runsOf(
        rows.filter(({ sequence }) => !this.#held.has(sequence)),
        ENTRY_CHARACTERS_MAX,
      ).map((run) => ({
        first: run[0]?.sequence ?? 0,
        last: run.at(-1)?.sequence ?? 0,
        rows: run.map(({ tableName, row }): EntryRow => [tableName, row]),
      })),
      ...gone.filter(([first]) => !this.#held.has(first)).map(([first, last]) => ({ first, last, rows: null })),
    ];
    const before = this.#held.completeUpTo;
    for (const run of added) {
      this.#log.append(run, nowMs);
      this.#held.add([run.first, run.last]);
    }
    if (this.#held.completeUpTo > before) for (const tell of this.#waiting.splice(0)) tell();
    return added.length > 0;
  }

  /** The ranges of missing sequences, up to this one. */
  missingUpTo(upTo: number): JournalRange[] {
    return this.#held.missingUpTo(upTo);
  }

  /** Whether nothing is missing up to a sequence, now or before the wait is over. */
  async isComplete(upTo: number, waitMs: number): Promise<boolean> {
    if (this.#held.completeUpTo >= upTo) return true;
    const { promise: isOver, resolve: end } = Promise.withResolvers<"over">();
    const timer = setTimeout(() => end("over"), waitMs);
    try {
      while (this.#held.completeUpTo < upTo) {
        const { promise: isMore, resolve } = Promise.withResolvers<void>();
        this.#waiting.push(resolve);
        if ((await Promise.race([isMore, isOver])) === "over") break;
      }
    } finally {
      clearTimeout(timer);
    }
    return this.#held.completeUpTo >= upTo;
  }

  /** A restored database begins a generation: nothing of the one before is taken any more. */
  #enterGeneration(generation: number): void {
    const current = generationOf(this.#held.completeUpTo);
    if (generation < current) {
      throw new Error(`${JOURNAL_REFUSAL} rows of a database that was restored since`);
    }
    if (generation === current) return;
    const beginning = generation * JOURNAL_GENERATION_ROWS;
    this.#log.beginGeneration(beginning);
    this.#held = new HeldRanges(beginning);
  }
}
