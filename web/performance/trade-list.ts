import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { VirtualRows } from "../ui/list/virtual-table.tsx";
import type { Trade, TradePage } from "./trade-types.ts";

export const PAGE_ROWS = 100;
/** The maximum number of cached rows around the visible ones; others are fetched again. */
export const KEPT_ROWS_MAX = 2_000;
const KEPT_CURSORS_MAX = 500;
/** Above this distance from the nearest known start, the trading days are fetched to find a nearer one. */
const WALK_PAGES_MAX = 5;

/** Where a page begins: after a cursor, with the last trade of a day, or with the newest of all. */
export type PageStart = { kind: "cursor"; cursor: string } | { kind: "day"; day: number } | { kind: "newest" };

export type DayCount = { day: number; trades: number };

export type TradeListSource = {
  fetchPage: (start: PageStart, limit: number) => Promise<TradePage>;
  /** The number of trades in the list, where it is known beforehand. */
  count: number | null;
  /** The days of the list, newest first, fetched before a long jump; null where they cannot be determined. */
  fetchDays: (() => Promise<readonly DayCount[]>) | null;
  /** Waits before a failed page is requested again. @param tries the number of failures before this one, from 0 */
  pauseBeforeRetry: (tries: number) => Promise<void>;
};

/**
 * A list of all trades of which a window is cached. A page can begin after the cursor of an earlier page or at a day,
 * and the counts per day give the row that a day begins with. So any row is a page or two away, and a list of a million
 * trades takes no more memory than one of a thousand.
 */
export class TradeList implements VirtualRows<Trade> {
  readonly #source: TradeListSource;
  readonly #rows = new Map<number, Trade>();
  /** The row that each cached cursor begins with. */
  readonly #cursors = new Map<number, string>();
  #days: { row: number; day: number }[] | null = null;
  #count: number | null;
  #hasFailed = false;
  #visible = { from: 0, to: 0 };
  #isFilling = false;
  #isClosed = false;
  readonly #changed = signal(0);

  constructor(source: TradeListSource) {
    this.#source = source;
    this.#count = source.count;
  }

  get changed(): ReadonlySignal<number> {
    return this.#changed;
  }

  /** A list that fails to load counts as empty until it loads. */
  get count(): number | null {
    return this.#count ?? (this.#hasFailed ? 0 : null);
  }

  /** Nothing is known of the list, because it could not be loaded. */
  get hasFailed(): boolean {
    return this.#hasFailed && this.#count === null;
  }

  /** The number of cached rows, for tests of the limit. */
  get keptRows(): number {
    return this.#rows.size;
  }

  at(index: number): Trade | undefined {
    return this.#rows.get(index);
  }

  setVisible(from: number, to: number): void {
    this.#visible = { from, to };
    void this.#fill();
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Fetches until all visible rows are there; the visible range may change meanwhile. */
  async #fill(): Promise<void> {
    if (this.#isFilling) return;
    this.#isFilling = true;
    for (let tries = 0; !this.#isClosed; ) {
      const row = this.#firstMissing();
      if (row === null) break;
      try {
        await this.#fetchTowards(row);
        tries = 0;
      } catch (error) {
        console.warn("trades not loaded", error);
        this.#hasFailed = true;
        this.#changed.value += 1;
        await this.#source.pauseBeforeRetry(tries);
        tries += 1;
      }
    }
    this.#isFilling = false;
  }

  #firstMissing(): number | null {
    const { from, to } = this.#count === null ? { from: 0, to: 1 } : this.#visible;
    for (let row = from; row < Math.min(to, this.#count ?? 1); row += 1) if (!this.#rows.has(row)) return row;
    return null;
  }

  async #fetchTowards(row: number): Promise<void> {
    let start = this.#startBefore(row);
    if (row - start.row > WALK_PAGES_MAX * PAGE_ROWS && this.#days === null && this.#source.fetchDays) {
      this.#days = rowsOfDays(await this.#source.fetchDays());
      start = this.#startBefore(row);
    }
    const { trades, nextCursor } = await this.#source.fetchPage(start.at, PAGE_ROWS);
    if (this.#isClosed) return;
    for (const [index, trade] of trades.entries()) this.#rows.set(start.row + index, trade);
    const end = start.row + trades.length;
    if (nextCursor !== null) this.#cursors.set(end, nextCursor);
    this.#learnCount(end, nextCursor !== null);
    this.#evict();
    this.#changed.value += 1;
  }

  /** The nearest start of a page at or before a row. */
  #startBefore(row: number): { row: number; at: PageStart } {
    let best: { row: number; at: PageStart } = { row: 0, at: { kind: "newest" } };
    for (const [known, cursor] of this.#cursors) {
      if (known <= row && known >= best.row) best = { row: known, at: { kind: "cursor", cursor } };
    }
    const day = this.#days?.findLast((one) => one.row <= row);
    return day && day.row > best.row ? { row: day.row, at: { kind: "day", day: day.day } } : best;
  }

  /** The end of the list takes precedence over the count known beforehand: trades may have been added or removed since. */
  #learnCount(end: number, hasMore: boolean): void {
    if (!hasMore) this.#count = end;
    else if (this.#count === null || this.#count <= end) this.#count = end + 1;
  }

  #evict(): void {
    const middle = (this.#visible.from + this.#visible.to) / 2;
    dropFarthest(this.#rows, middle, KEPT_ROWS_MAX);
    dropFarthest(this.#cursors, middle, KEPT_CURSORS_MAX);
  }
}

function rowsOfDays(days: readonly DayCount[]): { row: number; day: number }[] {
  let row = 0;
  return days.map(({ day, trades }) => {
    const start = { row, day };
    row += trades;
    return start;
  });
}

function dropFarthest(cached: Map<number, unknown>, middle: number, most: number): void {
  if (cached.size <= most) return;
  const farthest = [...cached.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
  for (const row of farthest.slice(0, cached.size - most)) cached.delete(row);
}
