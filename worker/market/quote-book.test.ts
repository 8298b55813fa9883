import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import type { Tick } from "./price-source.ts";
import { QuoteBook } from "./quote-book.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

const tick = (price: number, at = NOW): Tick => ({ symbol: "BTCUSDm", price, at, volume: 0 });

/** A book whose Bitcoin price is 100, from a minute ago. */
function bookAtHundred(): QuoteBook {
  const book = new QuoteBook();
  book.apply([tick(100, NOW - MINUTE_MS)], NOW - MINUTE_MS);
  return book;
}

test("a batch keeps the newest price of each symbol, and returns only what changed", () => {
  const book = bookAtHundred();
  const changed = book.apply(
    [tick(101), tick(102), { symbol: "US500", price: 5_482, at: NOW, volume: 0 }],
    NOW,
  ).changed;
  expect(changed).toEqual({
    BTCUSDm: { price: 102, at: NOW, dayOpen: 100 },
    US500: { price: 5_482, at: NOW, dayOpen: 5_482 },
  });
  expect(book.apply([], NOW).changed).toEqual({});
});

test.each([
  ["no number", tick(Number.NaN)],
  ["infinite", tick(Number.POSITIVE_INFINITY)],
  ["zero", tick(0)],
  ["negative", tick(-1)],
  ["more than a minute ahead", tick(101, NOW + MINUTE_MS + 1)],
  ["more than an hour old", tick(101, NOW - HOUR_MS - 1)],
  ["older than what is known", tick(101, NOW - MINUTE_MS - 1)],
  ["a jump up by more than a fifth", tick(120.01)],
  ["a jump down by more than a fifth", tick(79.99)],
])("a price that is %s is ignored", (_, odd) => {
  const book = bookAtHundred();
  expect(book.apply([odd], NOW).changed).toEqual({});
  expect(book.all().BTCUSDm?.price).toBe(100);
});

test.each([
  ["a fifth up", tick(120)],
  ["a fifth down", tick(80)],
  ["of the same time", tick(101, NOW - MINUTE_MS)],
])("a price %s is accepted", (_, sound) => {
  expect(bookAtHundred().apply([sound], NOW).changed.BTCUSDm?.price).toBe(sound.price);
});

test("a jump is accepted once three prices in a row agree on it", () => {
  const book = bookAtHundred();
  expect(book.apply([tick(150), tick(151)], NOW).changed).toEqual({});
  expect(book.apply([tick(149)], NOW).changed.BTCUSDm?.price).toBe(149);
});

test("jumps that do not agree, or are interrupted by a plausible price, are never accepted", () => {
  const book = bookAtHundred();
  expect(book.apply([tick(150), tick(300), tick(150), tick(300)], NOW).changed).toEqual({});
  expect(book.apply([tick(150), tick(150), tick(101)], NOW).changed.BTCUSDm?.price).toBe(101);
  expect(book.apply([tick(150), tick(150)], NOW).changed).toEqual({});
});

test("after more than an hour without ticks a market may open at any price", () => {
  const book = bookAtHundred();
  const later = NOW + 2 * HOUR_MS;
  expect(book.apply([tick(200, later)], later).changed.BTCUSDm?.price).toBe(200);
});

test("a price with a time ahead of our clock counts as made now", () => {
  expect(bookAtHundred().apply([tick(101, NOW + 900)], NOW).changed.BTCUSDm?.at).toBe(NOW);
});

test("the day's open is the first price of the UTC day", () => {
  const midnight = Date.UTC(2026, 10, 22);
  const book = new QuoteBook();
  book.apply([tick(100, midnight - 2)], midnight);
  expect(book.apply([tick(101, midnight - 1)], midnight).changed.BTCUSDm?.dayOpen).toBe(100);
  expect(book.apply([tick(102, midnight)], midnight).changed.BTCUSDm?.dayOpen).toBe(102);
  expect(book.apply([tick(103, midnight + 1)], midnight + 1).changed.BTCUSDm?.dayOpen).toBe(102);
});

test("the source's open of the day is used, whether it comes before the first price or after", () => {
  const before = new QuoteBook();
  expect(before.setDayOpen("BTCUSDm", 95, NOW)).toEqual({});
  expect(before.apply([tick(100)], NOW).changed.BTCUSDm?.dayOpen).toBe(95);

  const after = bookAtHundred();
  expect(after.setDayOpen("BTCUSDm", 95, NOW).BTCUSDm).toEqual({ price: 100, at: NOW - MINUTE_MS, dayOpen: 95 });
  expect(after.setDayOpen("BTCUSDm", 95, NOW)).toEqual({});
  expect(after.apply([tick(101)], NOW).changed.BTCUSDm?.dayOpen).toBe(95);
});

test("today's open does not change yesterday's last quote", () => {
  const book = new QuoteBook({ BTCUSDm: { price: 100, at: NOW - 24 * HOUR_MS, dayOpen: 90 } });
  expect(book.setDayOpen("BTCUSDm", 105, NOW)).toEqual({});
  expect(book.all().BTCUSDm?.dayOpen).toBe(90);
});

test("a book continues from the quotes of an earlier one", () => {
  const book = new QuoteBook(bookAtHundred().all());
  expect(book.apply([tick(150)], NOW).changed).toEqual({});
  expect(book.apply([tick(101)], NOW).changed.BTCUSDm).toEqual({ price: 101, at: NOW, dayOpen: 100 });
});

test("whatever the source sends, quotes stay positive, are never ahead of the clock and never go back in time", () => {
  const anyTick = fc.record({
    symbol: fc.constant("BTCUSDm" as const),
    price: fc.double(),
    volume: fc.constant(0),
    at: fc.integer({ min: NOW - 2 * HOUR_MS, max: NOW + 2 * HOUR_MS }),
  });
  fc.assert(
    fc.property(fc.array(fc.array(anyTick), { maxLength: 20 }), (batches) => {
      const book = new QuoteBook();
      let lastAt = 0;
      for (const batch of batches) {
        book.apply(batch, NOW);
        const quote = book.all().BTCUSDm;
        if (!quote) continue;
        expect(quote.price).toBeGreaterThan(0);
        expect(quote.dayOpen).toBeGreaterThan(0);
        expect(quote.at).toBeLessThanOrEqual(NOW);
        expect(quote.at).toBeGreaterThanOrEqual(lastAt);
        lastAt = quote.at;
      }
    }),
  );
});

test("the accepted ticks are returned, with times not ahead of our clock", () => {
  const ticks = [tick(101), tick(Number.NaN), tick(102, NOW + 900)];
  expect(bookAtHundred().apply(ticks, NOW).believed).toEqual([tick(101), tick(102)]);
});
