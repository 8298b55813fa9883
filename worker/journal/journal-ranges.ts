import { JOURNAL_PAGE_ROWS, type JournalRange } from "../../db/money-journal.ts";

/** Which sequences a journal has: all up to a mark, and ranges beyond it. Pure. */
export class HeldRanges {
  #completeUpTo: number;
  /** Beyond the mark, in order, apart from each other. */
  #ahead: JournalRange[] = [];

  constructor(completeUpTo: number) {
    this.#completeUpTo = completeUpTo;
  }

  /** The sequence up to which nothing is missing. */
  get completeUpTo(): number {
    return this.#completeUpTo;
  }

  add([first, last]: JournalRange): void {
    const ranges = [...this.#ahead, [first, last] as const].sort(([a], [b]) => a - b);
    this.#ahead = [];
    for (const range of ranges) {
      const before = this.#ahead.at(-1);
      if (range[0] <= this.#completeUpTo + 1) this.#completeUpTo = Math.max(this.#completeUpTo, range[1]);
      else if (before && range[0] <= before[1] + 1)
        this.#ahead.splice(-1, 1, [before[0], Math.max(before[1], range[1])]);
      else this.#ahead.push(range);
    }
  }

  has(sequence: number): boolean {
    return sequence <= this.#completeUpTo || this.#ahead.some(([first, last]) => first <= sequence && sequence <= last);
  }

  /** The ranges of missing sequences, up to this one. */
  missingUpTo(upTo: number): JournalRange[] {
    const missing: JournalRange[] = [];
    let next = this.#completeUpTo + 1;
    for (const [first, last] of this.#ahead) {
      if (next > upTo) break;
      if (first > next) missing.push([next, Math.min(first - 1, upTo)]);
      next = last + 1;
    }
    if (next <= upTo) missing.push([next, upTo]);
    return missing;
  }
}

/**
 * The sequences of a range that have no row, by a page of its rows.
 * @param rows those that were read, in order
 */
export function goneOf([first, last]: JournalRange, rows: ReadonlyArray<{ sequence: number }>): JournalRange[] {
  // A full page may have more rows behind it.
  const end = rows.length < JOURNAL_PAGE_ROWS ? last : (rows.at(-1)?.sequence ?? last);
  const gone: JournalRange[] = [];
  let next = first;
  for (const { sequence } of rows) {
    if (sequence > next) gone.push([next, sequence - 1]);
    next = sequence + 1;
  }
  if (next <= end) gone.push([next, end]);
  return gone;
}
