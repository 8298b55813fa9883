import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/symbols.ts";
import { CoalescedQuotes, pauseAfterFlushMs } from "./coalesce-ticks.ts";
import type { FeedQuote, FeedQuotes } from "./feed-quote.ts";

const quote = (bid: number): FeedQuote => ({
  symbol: "US500",
  bid,
  ask: bid + 1,
  at: bid,
  source: "finnhub",
  kind: "modelled",
  dayOpen: 1,
  agreement: "alone",
  disagreesWith: null,
});

test("only the newest quote of each symbol waits, and it is taken once", () => {
  const waiting = new CoalescedQuotes();
  waiting.add({ US500: quote(1), BTCUSDm: quote(2) });
  waiting.add({ US500: quote(3) });
  expect(waiting.take()).toEqual({ US500: quote(3), BTCUSDm: quote(2) });
  expect(waiting.take()).toBeNull();
});

test("unsent quotes are put back, but do not replace newer ones", () => {
  const waiting = new CoalescedQuotes();
  waiting.add({ US500: quote(1), BTCUSDm: quote(1) });
  const unsent = waiting.take();
  waiting.add({ US500: quote(2) });
  if (unsent) waiting.putBack(unsent);
  expect(waiting.take()).toEqual({ US500: quote(2), BTCUSDm: quote(1) });
});

test("however often quotes are taken, a receiver that applies every batch ends with the newest quote of every symbol", () => {
  const change = fc.record({ symbol: fc.constantFrom(...FEED_SYMBOL_LIST), isTaken: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const waiting = new CoalescedQuotes();
      const newest: FeedQuotes = {};
      const received: FeedQuotes = {};
      changes.forEach(({ symbol, isTaken }: { symbol: FeedSymbol; isTaken: boolean }, index) => {
        newest[symbol] = quote(index + 1);
        waiting.add({ [symbol]: quote(index + 1) });
        if (isTaken) Object.assign(received, waiting.take());
      });
      Object.assign(received, waiting.take());
      expect(received).toEqual(newest);
    }),
  );
});

test("a cheap flush has no pause, an expensive one a pause of half of the excess cost, up to half a second", () => {
  expect([0, 25, 26, 125, 225, 1_025, 9_000].map(pauseAfterFlushMs)).toEqual([0, 0, 1, 50, 100, 500, 500]);
});
