import { expect, test } from "bun:test";
import { fc } from "../../../web/test/property.ts";
import type { Candle } from "../candles.ts";
import { candleExcursion } from "./candle-excursion.ts";

const MINUTE = 60_000;
const CANDLES: Candle[] = [
  [0, 100, 130, 90, 100, 0],
  [MINUTE, 100, 110, 95, 105, 0],
  [2 * MINUTE, 105, 140, 70, 100, 0],
];
const TRADE = { isBuy: true, entryPrice: 100, exitPrice: 101, openedAtMs: 30_000, closedAtMs: 2 * MINUTE + 30_000 };

test("what lies within the holding is sure, the candles at its ends are the most it can be", () => {
  expect(candleExcursion(TRADE, CANDLES, MINUTE)).toEqual({
    worst: { sure: 95, most: 70 },
    best: { sure: 110, most: 140 },
  });
  expect(candleExcursion({ ...TRADE, isBuy: false }, CANDLES, MINUTE)).toEqual({
    worst: { sure: 110, most: 140 },
    best: { sure: 95, most: 70 },
  });
});

test("the trade's own prices are sure, also where no candle has them", () => {
  const found = candleExcursion({ ...TRADE, entryPrice: 60, exitPrice: 200 }, CANDLES, MINUTE);
  expect(found).toEqual({ worst: { sure: 60, most: 60 }, best: { sure: 200, most: 200 } });
});

test("candles that do not reach over the whole holding say nothing", () => {
  expect(candleExcursion(TRADE, CANDLES.slice(1), MINUTE)).toBeNull();
  expect(candleExcursion(TRADE, CANDLES.slice(0, 2), MINUTE)).toBeNull();
  expect(candleExcursion(TRADE, [], MINUTE)).toBeNull();
});

test("the true extremes of any prices lie in the interval", () => {
  const price = fc.integer({ min: 1, max: 1_000 });
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 40, maxLength: 80 }),
      fc.nat({ max: 15 }),
      fc.nat({ max: 15 }),
      fc.boolean(),
      (prices, from, before, isBuy) => {
        const stepMs = MINUTE / 7;
        const candles = candlesOf(prices, stepMs);
        const to = prices.length - 1 - before;
        const held = prices.slice(from, to + 1);
        const trade = { isBuy, entryPrice: held[0] ?? 0, exitPrice: held.at(-1) ?? 0 };
        const found = candleExcursion(
          { ...trade, openedAtMs: from * stepMs, closedAtMs: to * stepMs },
          candles,
          MINUTE,
        );
        const [low, high] = isBuy ? [found?.worst, found?.best] : [found?.best, found?.worst];
        const [least, most] = [Math.min(...held), Math.max(...held)];
        expect(low && low.most <= least && least <= low.sure).toBe(true);
        expect(high && high.sure <= most && most <= high.most).toBe(true);
      },
    ),
  );
});

function candlesOf(prices: readonly number[], stepMs: number): Candle[] {
  const candles: Candle[] = [];
  prices.forEach((price, i) => {
    const startMs = Math.floor((i * stepMs) / MINUTE) * MINUTE;
    const last = candles.at(-1);
    if (last?.[0] !== startMs) candles.push([startMs, price, price, price, price, 0]);
    else candles[candles.length - 1] = [startMs, last[1], Math.max(last[2], price), Math.min(last[3], price), price, 0];
  });
  return candles;
}
