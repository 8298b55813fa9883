import { expect, test } from "bun:test";
import type { TwoSidedQuote } from "../contract/quotes.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { QuoteBook } from "./quote-book.ts";
import type { Comparison } from "./source-choice.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const ALONE: Comparison = { agreement: "alone", disagreesWith: null };

/** A quote with this mid, in steps. */
function quote(mid: number, at = NOW): TwoSidedQuote {
  return { symbol: "BTCUSDm", bid: mid - 1, ask: mid + 1, at, source: "coinbase", kind: "quoted" };
}

/** A book whose Bitcoin price is 100 dollars, from a minute ago. */
function bookAtHundred(): QuoteBook {
  const book = new QuoteBook();
  book.take(quote(10_000, NOW - MINUTE_MS), ALONE);
  return book;
}

test("the book has the newest quote with both sides, its source and the day's open", () => {
  const book = bookAtHundred();
  const taken = book.take(quote(10_100), { agreement: "agree", disagreesWith: null });
  expect(taken).toEqual({ ...quote(10_100), dayOpen: 10_000, agreement: "agree", disagreesWith: null });
  expect(book.all()).toEqual({ BTCUSDm: taken });
  expect([book.has(["BTCUSDm"]), book.has(["BTCUSDm", "US500"])]).toEqual([true, false]);
});

test("the day's open is the first price of the UTC day", () => {
  const midnight = Date.UTC(2026, 10, 22);
  const book = new QuoteBook();
  const opens = [-2, -1, 0, 1].map((ms) => book.take(quote(10_000 + ms, midnight + ms), ALONE).dayOpen);
  expect(opens).toEqual([9_998, 9_998, 10_000, 10_000]);
});

test("the source's open of the day is used, whether it comes before the first price or after", () => {
  const before = new QuoteBook();
  expect(before.setDayOpen("BTCUSDm", 95, NOW)).toEqual({});
  expect(before.take(quote(10_000), ALONE).dayOpen).toBe(9_500);

  const after = bookAtHundred();
  const known = after.all().BTCUSDm;
  expect(after.setDayOpen("BTCUSDm", 95, NOW)).toMatchObject({ BTCUSDm: { ...known, dayOpen: 9_500 } });
  expect(after.setDayOpen("BTCUSDm", 95, NOW)).toEqual({});
  expect(after.take(quote(10_100), ALONE).dayOpen).toBe(9_500);
});

test("today's open does not change yesterday's last quote", () => {
  const book = new QuoteBook();
  book.take(quote(9_000, NOW - 24 * HOUR_MS), ALONE);
  expect(book.setDayOpen("BTCUSDm", 105, NOW)).toEqual({});
  expect(book.all().BTCUSDm?.dayOpen).toBe(9_000);
});

test("what other sources say changes the quote once", () => {
  const book = bookAtHundred();
  const disagree: Comparison = { agreement: "disagree", disagreesWith: "kraken" };
  expect(book.compare("BTCUSDm", ALONE)).toEqual({});
  expect(book.compare("BTCUSDm", disagree).BTCUSDm).toMatchObject(disagree);
  expect(book.compare("BTCUSDm", disagree)).toEqual({});
  expect(book.compare("US500", disagree)).toEqual({});
});

test("a book continues from the quotes of an earlier one", () => {
  const book = new QuoteBook(bookAtHundred().all());
  expect(book.take(quote(10_100), ALONE).dayOpen).toBe(10_000);
});
