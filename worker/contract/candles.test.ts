import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { CANDLE_INTERVALS, type Candle, candleStartMs, foldCandles, foldPrice } from "./candles.ts";

const { "1m": MINUTE_MS, "5m": FIVE_MS, "1d": DAY_MS, "1w": WEEK_MS } = CANDLE_INTERVALS;
const NOON_MS = Date.UTC(2026, 10, 21, 12);

const ticks = fc
  .array(fc.record({ price: fc.integer({ min: 1, max: 1e7 }), gapMs: fc.integer({ min: 0, max: 90_000 }) }), {
    minLength: 1,
    maxLength: 200,
  })
  .map((steps) => {
    let atMs = NOON_MS;
    return steps.map(({ price, gapMs }) => {
      atMs += gapMs;
      return { price: price / 100, atMs, volume: 1 };
    });
  });

function foldAll(prices: Array<{ price: number; atMs: number; volume: number }>, sizeMs: number): Candle[] {
  const candles: Candle[] = [];
  for (const tick of prices) {
    const last = candles.at(-1);
    const isSame = last?.[0] === candleStartMs(tick.atMs, sizeMs);
    if (isSame) candles[candles.length - 1] = foldPrice(last ?? null, tick, sizeMs);
    else candles.push(foldPrice(null, tick, sizeMs));
  }
  return candles;
}

test("a candle opens with its first price, closes with its last, and contains all between", () => {
  fc.assert(
    fc.property(ticks, (prices) => {
      for (const [startMs, open, high, low, close, volume] of foldAll(prices, FIVE_MS)) {
        const inside = prices.filter(({ atMs }) => candleStartMs(atMs, FIVE_MS) === startMs);
        const values = inside.map(({ price }) => price);
        expect([open, high, low, close, volume]).toEqual([
          inside[0]?.price ?? 0,
          Math.max(...values),
          Math.min(...values),
          inside.at(-1)?.price ?? 0,
          inside.length,
        ]);
      }
    }),
  );
});

test("large candles are the same whether they are folded from prices or from smaller candles", () => {
  fc.assert(
    fc.property(ticks, fc.constantFrom(FIVE_MS, DAY_MS, WEEK_MS), (prices, sizeMs) => {
      expect(foldCandles(foldAll(prices, MINUTE_MS), sizeMs)).toEqual(foldAll(prices, sizeMs));
    }),
  );
});

test("intervals start at whole multiples of their size, days at midnight UTC", () => {
  expect(candleStartMs(NOON_MS + 61_000, MINUTE_MS)).toBe(NOON_MS + 60_000);
  expect(candleStartMs(NOON_MS + 299_999, FIVE_MS)).toBe(NOON_MS);
  expect(candleStartMs(NOON_MS, DAY_MS)).toBe(Date.UTC(2026, 10, 21));
});

test("weeks begin on Sunday at midnight UTC, before 1970 too", () => {
  const saturdayMs = Date.UTC(2026, 10, 21, 23, 59, 59, 999);
  expect(candleStartMs(saturdayMs, WEEK_MS)).toBe(Date.UTC(2026, 10, 15));
  expect(candleStartMs(saturdayMs + 1, WEEK_MS)).toBe(Date.UTC(2026, 10, 22));
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1960, 0), max: Date.UTC(2060, 0) }), (atMs) => {
      const startMs = candleStartMs(atMs, WEEK_MS);
      expect(new Date(startMs).getUTCDay()).toBe(0);
      expect(startMs % DAY_MS === 0 && startMs <= atMs && atMs < startMs + WEEK_MS).toBeTrue();
    }),
  );
});
