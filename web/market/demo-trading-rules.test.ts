import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type DemoTrade,
  demoBalanceUsd,
  openProfitUsd,
  profitPercent,
  profitUsd,
  readPositive,
} from "./demo-trading-rules.ts";

const buy = { type: "buy", amount: 0.1, price: 67_000 } as const;
const sell = { ...buy, type: "sell" } as const;

const opened = { id: "1", symbol: "BTCUSD", isOwnPrice: false, timestamp: 0, status: "open" } as const;
const closed = (trade: Pick<DemoTrade, "type" | "amount" | "price">, closePrice: number): DemoTrade => ({
  ...opened,
  ...trade,
  status: "closed",
  closePrice,
  closedAt: 1,
});

describe("profit or loss", () => {
  test("of a buy is what the price rose, times the amount; of a sell the negative", () => {
    expect(profitUsd(buy, 67_120.5)).toBe(12.05);
    expect(profitUsd(sell, 67_120.5)).toBe(-12.05);
    expect(profitUsd(buy, 66_900)).toBe(-10);
    expect(Object.is(profitUsd(sell, 67_000), 0)).toBe(true);
  });

  test("in percent is profit by entry times amount", () => {
    expect(profitPercent(buy, 73_700)).toBeCloseTo(10, 10);
    expect(profitPercent(sell, 73_700)).toBeCloseTo(-10, 10);
  });

  const cents = fc.integer({ min: 1, max: 10_000_000 });
  test("is exact, half a cent away from zero, whatever the prices and the amount", () => {
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 1, max: 10_000_000 }), (price, atPrice, tenThousandths) => {
        const trade = { type: "buy", price: price / 100, amount: tenThousandths / 10_000 } as const;
        // In whole millionths of a dollar, of which a cent has ten thousand.
        const exact = BigInt(atPrice - price) * BigInt(tenThousandths);
        const size = exact < 0n ? -exact : exact;
        const roundedCents = Number((size + 5_000n) / 10_000n) * (exact < 0n ? -1 : 1);
        expect(profitUsd(trade, atPrice / 100)).toBe(roundedCents / 100 + 0);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    [0.05, 67_000, 67_000.7, 0.04],
    [0.05, 67_000.7, 67_000, -0.04],
    [0.01, 67_000, 67_000.5, 0.01],
  ])("of %p bought at %p and sold at %p is %p", (amount, price, atPrice, usd) => {
    expect(profitUsd({ type: "buy", amount, price }, atPrice)).toBe(usd);
  });

  const positive = fc.double({ min: 0.01, max: 1e6, noNaN: true });
  test("a buy and a sell of the same mirror each other, and the percent does not know the amount", () => {
    fc.assert(
      fc.property(positive, positive, positive, (amount, price, atPrice) => {
        const trade = { amount, price };
        const gain = profitUsd({ ...trade, type: "buy" }, atPrice);
        expect(profitUsd({ ...trade, type: "sell" }, atPrice)).toBe(0 - gain);
        expect(Math.abs(gain - (atPrice - price) * amount)).toBeLessThanOrEqual(0.006 + Math.abs(gain) * 1e-9);
        const percent = profitPercent({ ...trade, type: "buy" }, atPrice);
        expect(profitPercent({ ...trade, amount: amount * 2, type: "buy" }, atPrice)).toBe(percent);
        expect(Math.sign(gain) * Math.sign(percent)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("the demo balance", () => {
  test("begins with 10,000 and moves with what was closed, to the cent", () => {
    expect(demoBalanceUsd([])).toBe(10_000);
    expect(demoBalanceUsd([{ ...opened, ...buy }])).toBe(10_000);
    expect(demoBalanceUsd([closed(buy, 67_120.5), closed(sell, 67_001), { ...opened, ...buy }])).toBe(10_011.95);
  });

  test("open trades count at the market's price, and not at all without one", () => {
    const trades: DemoTrade[] = [{ ...opened, ...buy }, { ...opened, ...sell, symbol: "ETHUSD" }, closed(buy, 70_000)];
    expect(openProfitUsd(trades, (symbol) => (symbol === "BTCUSD" ? 67_010 : null))).toBe(1);
    expect(openProfitUsd(trades, () => null)).toBe(0);
  });
});

test.each([
  ["1", 1],
  ["0.05", 0.05],
  [".5", 0.5],
  ["2.", 2],
  [" 3 ", 3],
  ["0", null],
  ["0.00", null],
  ["", null],
  [".", null],
  ["-1", null],
  ["+1", null],
  ["1e3", null],
  ["1,000", null],
  ["0x10", null],
  ["Infinity", null],
  ["1.2.3", null],
  ["9".repeat(400), null],
])("%p is read as %p", (text, value) => {
  expect(readPositive(text)).toBe(value);
});
