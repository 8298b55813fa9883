import { describe, expect, spyOn, test } from "bun:test";
import { fc } from "../test/property.ts";
import { type DayCount, KEPT_ROWS_MAX, PAGE_ROWS, type PageStart, TradeList } from "./trade-list.ts";
import type { Trade, TradePage } from "./trade-types.ts";

/**
 * Trades on several days, last closed first, in pages like the API's: a cursor names the last trade before the page.
 */
class Book {
  readonly trades: Trade[];
  readonly days: DayCount[];
  readonly starts: PageStart[] = [];
  dayCalls = 0;
  failures = 0;

  /** @param perDay the number of trades on each day, newest first */
  constructor(perDay: readonly number[]) {
    this.days = perDay.map((trades, index) => ({ day: 20_000 - index, trades }));
    this.trades = this.days.flatMap(({ day, trades }) =>
      Array.from({ length: trades }, (_, index) => tradeOf(`${day}-${index}`)),
    );
  }

  readonly fetchPage = async (start: PageStart, limit: number): Promise<TradePage> => {
    this.starts.push(start);
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error("away");
    }
    const from = this.#indexOf(start);
    const trades = this.trades.slice(from, from + limit);
    const last = trades.at(-1);
    return { trades, nextCursor: from + limit < this.trades.length && last ? last.id : null };
  };

  readonly fetchDays = async (): Promise<DayCount[]> => {
    this.dayCalls += 1;
    return this.days;
  };

  #indexOf(start: PageStart): number {
    if (start.kind === "newest") return 0;
    if (start.kind === "cursor") return this.trades.findIndex(({ id }) => id === start.cursor) + 1;
    return this.trades.findIndex(({ id }) => Number(id.split("-")[0]) <= start.day);
  }

  list(given: { count?: number | null; hasDays?: boolean } = {}): TradeList {
    const { count = this.trades.length, hasDays = true } = given;
    const fetchDays = hasDays ? this.fetchDays : null;
    return new TradeList({ fetchPage: this.fetchPage, count, fetchDays, pauseBeforeRetry: async () => {} });
  }
}

function tradeOf(id: string): Trade {
  const prices = { lotSize: 1, entryPrice: 1, exitPrice: 1, profitLoss: 1 };
  return { id, closeTime: "2026-11-21T00:00:00.000Z", symbol: "BTCUSDm", direction: "Buy", ...prices };
}

/** Requests rows and waits until they are loaded. */
async function see(list: TradeList, from: number, to: number): Promise<(string | undefined)[]> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isThere = () => {
    const end = Math.min(to, list.count ?? to);
    for (let row = from; row < end; row += 1) if (!list.at(row)) return false;
    return list.count !== null;
  };
  const stop = list.changed.subscribe(() => isThere() && resolve());
  list.setVisible(from, to);
  if (!isThere()) await promise;
  stop();
  return Array.from(
    { length: Math.max(0, Math.min(to, list.count ?? 0) - from) },
    (_, index) => list.at(from + index)?.id,
  );
}

const idsOf = (book: Book, from: number, to: number) => book.trades.slice(from, to).map(({ id }) => id);

describe("a list of all trades", () => {
  test("requests one page for the visible rows, and the next when it is reached", async () => {
    const book = new Book([60, 60, 60, 60]);
    const list = book.list();
    expect(await see(list, 0, 12)).toEqual(idsOf(book, 0, 12));
    expect(book.starts).toEqual([{ kind: "newest" }]);
    expect(await see(list, 95, 107)).toEqual(idsOf(book, 95, 107));
    expect(book.starts.length).toBe(2);
    expect(book.starts[1]?.kind).toBe("cursor");
  });

  test("reaches the end of a million rows in a page or two, through the counts per day", async () => {
    const book = new Book(Array.from({ length: 1_000 }, () => 1_000));
    const list = book.list();
    await see(list, 0, 12);
    expect(await see(list, 999_988, 1_000_000)).toEqual(idsOf(book, 999_988, 1_000_000));
    expect(book.dayCalls).toBe(1);
    // The last day has ten pages.
    expect(book.starts.length).toBeLessThanOrEqual(1 + 10);
    expect(list.keptRows).toBeLessThanOrEqual(KEPT_ROWS_MAX);
  });

  test("caches few rows however far it is scrolled, and fetches dropped rows again", async () => {
    const book = new Book(Array.from({ length: 100 }, () => 100));
    const list = book.list();
    for (let from = 0; from < 10_000; from += 400) {
      expect(await see(list, from, from + 12)).toEqual(idsOf(book, from, from + 12));
      expect(list.keptRows).toBeLessThanOrEqual(KEPT_ROWS_MAX);
    }
    expect(list.at(0)).toBeUndefined();
    expect(await see(list, 0, 12)).toEqual(idsOf(book, 0, 12));
  });

  test("shows any rows in any order", async () => {
    const days = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 });
    const positions = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(days, positions, fc.boolean(), fc.boolean(), async (perDay, places, isCounted, hasDays) => {
        const book = new Book(perDay);
        const list = book.list({ count: isCounted ? book.trades.length : null, hasDays });
        await see(list, 0, 12);
        for (const place of places) {
          const from = Math.floor(place * Math.max(0, (list.count ?? 0) - 12));
          expect(await see(list, from, from + 12)).toEqual(idsOf(book, from, Math.min(from + 12, list.count ?? 0)));
        }
        list.close();
      }),
      { numRuns: 40 },
    );
  });

  test("of unknown length grows as its pages arrive, up to its end", async () => {
    const book = new Book([PAGE_ROWS + 3]);
    const list = book.list({ count: null, hasDays: false });
    expect(list.count).toBeNull();
    await see(list, 0, 12);
    expect(list.count).toBe(PAGE_ROWS + 1);
    await see(list, PAGE_ROWS - 5, PAGE_ROWS + 1);
    expect(list.count).toBe(PAGE_ROWS + 3);
  });

  test("adopts the actual length when trades were added or removed since the count", async () => {
    const shorter = new Book([20]);
    const tooMany = shorter.list({ count: 25 });
    tooMany.setVisible(0, 25);
    await see(tooMany, 0, 12);
    expect(tooMany.count).toBe(20);
    const longer = new Book([PAGE_ROWS + 7]);
    const tooFew = longer.list({ count: PAGE_ROWS });
    await see(tooFew, 0, 12);
    expect(tooFew.count).toBe(PAGE_ROWS + 1);
  });

  test("that is known to be empty sends no request", async () => {
    const book = new Book([]);
    const list = book.list();
    list.setVisible(0, 3);
    expect(list.count).toBe(0);
    expect(book.starts).toEqual([]);
  });

  test("that fails to load is empty until it loads, and logs the reason", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    const book = new Book([5]);
    book.failures = 2;
    const list = book.list({ count: null });
    const counts: (number | null)[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = list.changed.subscribe(() => {
      counts.push(list.count);
      if (list.count === 5) resolve();
    });
    list.setVisible(0, 12);
    await promise;
    stop();
    expect(counts).toEqual([null, 0, 0, 5]);
    expect(warn).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });

  test("that was closed sends no further request", async () => {
    const book = new Book([PAGE_ROWS * 3]);
    const list = book.list();
    await see(list, 0, 12);
    list.close();
    list.setVisible(150, 162);
    await Promise.resolve();
    expect(book.starts.length).toBe(1);
  });
});
