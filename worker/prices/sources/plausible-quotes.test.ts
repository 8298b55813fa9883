import { expect, test } from "bun:test";
import { fc } from "../../../web/test/property.ts";
import { HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import { PlausibleQuotes } from "./plausible-quotes.ts";
import type { SourceQuote } from "./price-source.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

/** A quote of Bitcoin, 10 steps to each side of a price in dollars. */
function quote(price: number, at = NOW, change: Partial<SourceQuote> = {}): SourceQuote {
  const sides = { bid: Math.round(price * 100) - 10, ask: Math.round(price * 100) + 10 };
  return { symbol: "BTCUSDm", ...sides, at, source: "kraken", kind: "quoted", volume: 0, ...change };
}

/** Has accepted a quote at 100 dollars, a minute ago. */
function afterHundred(): PlausibleQuotes {
  const plausible = new PlausibleQuotes();
  plausible.judge([quote(100, NOW - MINUTE_MS)], NOW - MINUTE_MS);
  return plausible;
}

function faults(plausible: PlausibleQuotes, quotes: SourceQuote[], nowMs = NOW) {
  return plausible.judge(quotes, nowMs).refused.map(({ fault }) => fault);
}

test.each([
  ["a bid of zero", quote(100, NOW, { bid: 0 }), "not_positive"],
  ["both sides below zero", quote(-1), "not_positive"],
  ["a bid above the ask", quote(100, NOW, { bid: 10_011, ask: 10_010 }), "crossed"],
  ["a time more than a minute ahead", quote(101, NOW + MINUTE_MS + 1), "clock"],
  ["a time more than an hour ago", quote(101, NOW - HOUR_MS - 1), "clock"],
  ["a time before the last quote's", quote(101, NOW - MINUTE_MS - 1), "out_of_order"],
  ["the last quote once more", quote(100, NOW - MINUTE_MS), "duplicate"],
  ["a jump up by more than a fifth", quote(120.2), "jump"],
  ["a jump down by more than a fifth", quote(79.8), "jump"],
  ["a jump of one side", quote(100, NOW, { ask: 13_000 }), "jump"],
] as const)("%s is refused", (_, odd, fault) => {
  const plausible = afterHundred();
  expect(plausible.judge([odd], NOW)).toEqual({ accepted: [], refused: [{ quote: odd, fault }] });
  expect(faults(plausible, [quote(101)])).toEqual([]);
});

test.each([
  ["a fifth up", quote(119.9)],
  ["a fifth down", quote(80.1)],
  ["another price of the same time", quote(101, NOW - MINUTE_MS)],
  ["another trade of the same time and price", quote(100, NOW - MINUTE_MS, { volume: 2 })],
  ["both sides equal", quote(100, NOW, { bid: 10_000, ask: 10_000 })],
])("%s is accepted", (_, sound) => {
  expect(afterHundred().judge([sound], NOW)).toEqual({ accepted: [sound], refused: [] });
});

test("a jump is accepted once three quotes in a row agree on it", () => {
  const plausible = afterHundred();
  expect(faults(plausible, [quote(150, NOW - 2), quote(151, NOW - 1)])).toEqual(["jump", "jump"]);
  expect(plausible.judge([quote(149)], NOW).accepted).toEqual([quote(149)]);
});

test("jumps that do not agree, or are interrupted by a plausible quote, are never accepted", () => {
  const plausible = afterHundred();
  expect(faults(plausible, [quote(150), quote(300), quote(150), quote(300)])).toHaveLength(4);
  expect(faults(plausible, [quote(150), quote(150, NOW, { volume: 1 }), quote(101)])).toEqual(["jump", "jump"]);
  expect(faults(plausible, [quote(150), quote(150, NOW, { volume: 1 })])).toEqual(["jump", "jump"]);
});

test("after more than an hour without quotes a market may open at any price", () => {
  const later = NOW + 2 * HOUR_MS;
  expect(afterHundred().judge([quote(200, later)], later).accepted).toHaveLength(1);
});

test("a quote with a time ahead of our clock counts as made now, and the next one is still in order", () => {
  const plausible = afterHundred();
  expect(plausible.judge([quote(101, NOW + 900)], NOW).accepted).toEqual([quote(101)]);
  expect(faults(plausible, [quote(102, NOW + 800)])).toEqual(["out_of_order"]);
  expect(faults(plausible, [quote(102, NOW + 901)])).toEqual([]);
});

test("quotes are judged by the last ones of an earlier run", () => {
  const plausible = new PlausibleQuotes([{ symbol: "BTCUSDm", bid: 10_000, ask: 10_000, at: NOW - MINUTE_MS }]);
  expect(faults(plausible, [quote(150), quote(101, NOW - MINUTE_MS - 1)])).toEqual(["jump", "out_of_order"]);
  expect(faults(plausible, [quote(101)])).toEqual([]);
});

test("whatever the source sends, accepted quotes are sound, never ahead of the clock and never go back in time", () => {
  const steps = fc.integer({ min: -5, max: 40_000 });
  const anyQuote = fc
    .record({ bid: steps, ask: steps, at: fc.integer({ min: NOW - 2 * HOUR_MS, max: NOW + 2 * HOUR_MS }) })
    .map(({ at, ...sides }) => quote(1, at, sides));
  fc.assert(
    fc.property(fc.array(fc.array(anyQuote), { maxLength: 20 }), (batches) => {
      const plausible = new PlausibleQuotes();
      let lastAt = 0;
      for (const batch of batches) {
        const { accepted, refused } = plausible.judge(batch, NOW);
        expect(accepted.length + refused.length).toBe(batch.length);
        for (const { bid, ask, at } of accepted) {
          expect(bid).toBeGreaterThan(0);
          expect(ask).toBeGreaterThanOrEqual(bid);
          expect(at).toBeLessThanOrEqual(NOW);
          expect(at).toBeGreaterThanOrEqual(lastAt);
          lastAt = at;
        }
      }
    }),
  );
});
