import { expect, test } from "bun:test";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { QuoteBook } from "./quote-book.ts";
import type { Tick } from "./tick.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

const tick = (price: number, at = NOW): Tick => ({ symbol: "BTCUSDm", price, at, volume: 0 });

/** A book whose Bitcoin price is 100, from a minute ago. */
function bookAtHundred(): QuoteBook {
  const book = new QuoteBook();
  book.apply([tick(100, NOW - MINUTE_MS)]);
  return book;
}

test("a batch keeps the newest price of each symbol, and returns only what changed", () => {
  const book = bookAtHundred();
  const changed = book.apply([tick(101), tick(102), { symbol: "US500", price: 5_482, at: NOW, volume: 0 }]);
  expect(changed).toEqual({
    BTCUSDm: { price: 102, at: NOW, dayOpen: 100 },
    US500: { price: 5_482, at: NOW, dayOpen: 5_482 },
  });
  expect(book.apply([])).toEqual({});
});

test("the day's open is the first price of the UTC day", () => {
  const midnight = Date.UTC(2026, 10, 22);
  const book = new QuoteBook();
  book.apply([tick(100, midnight - 2)]);
  expect(book.apply([tick(101, midnight - 1)]).BTCUSDm?.dayOpen).toBe(100);
  expect(book.apply([tick(102, midnight)]).BTCUSDm?.dayOpen).toBe(102);
  expect(book.apply([tick(103, midnight + 1)]).BTCUSDm?.dayOpen).toBe(102);
});

test("the source's open of the day is used, whether it comes before the first price or after", () => {
  const before = new QuoteBook();
  expect(before.setDayOpen("BTCUSDm", 95, NOW)).toEqual({});
  expect(before.apply([tick(100)]).BTCUSDm?.dayOpen).toBe(95);

  const after = bookAtHundred();
  expect(after.setDayOpen("BTCUSDm", 95, NOW).BTCUSDm).toEqual({ price: 100, at: NOW - MINUTE_MS, dayOpen: 95 });
  expect(after.setDayOpen("BTCUSDm", 95, NOW)).toEqual({});
  expect(after.apply([tick(101)]).BTCUSDm?.dayOpen).toBe(95);
});

test("today's open does not change yesterday's last quote", () => {
  const book = new QuoteBook({ BTCUSDm: { price: 100, at: NOW - 24 * HOUR_MS, dayOpen: 90 } });
  expect(book.setDayOpen("BTCUSDm", 105, NOW)).toEqual({});
  expect(book.all().BTCUSDm?.dayOpen).toBe(90);
});

test("a book continues from the quotes of an earlier one", () => {
  const book = new QuoteBook(bookAtHundred().all());
  expect(book.apply([tick(101)]).BTCUSDm).toEqual({ price: 101, at: NOW, dayOpen: 100 });
});
