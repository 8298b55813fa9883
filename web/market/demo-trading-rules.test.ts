import { describe, expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import {
  DEMO_AMOUNT_MAX,
  DEMO_PRICE_MAX,
  type DemoTrade,
  demoBalanceUsd,
  openProfitUsd,
  profitPercent,
  profitUsd,
  readAmount,
  readDecimal,
  readPrice,
} from "./demo-trading-rules.ts";

const buy = { symbol: "BTCUSD", type: "buy", amount: 0.1, price: 67_000 } as const;
const sell = { ...buy, type: "sell" } as const;

const opened = { id: "1", symbol: "BTCUSD", timestamp: 0, status: "open" } as const;
const closed = (trade: Pick<DemoTrade, "symbol" | "type" | "amount" | "price">, closePrice: number): DemoTrade => ({
  ...opened,
  ...trade,
  status: "closed",
  closePrice,
  closedAt: 1,
});

describe("profit or loss", () => {
  test("is the price rise times the amount for a buy, and the negative for a sell", () => {
    expect(profitUsd(buy, 67_120.5)).toBe(12.05);
    expect(profitUsd(sell, 67_120.5)).toBe(-12.05);
    expect(profitUsd(buy, 66_900)).toBe(-10);
    expect(Object.is(profitUsd(sell, 67_000), 0)).toBe(true);
  });

  test("in percent is profit divided by entry times amount", () => {
    expect(profitPercent(buy, 73_700)).toBeCloseTo(10, 10);
    expect(profitPercent(sell, 73_700)).toBeCloseTo(-10, 10);
  });

  /** Typed input: a number of whole hundred-millionths, and its digits. */
  const typed = (max: number) =>
    fc.integer({ min: 1, max: max * 1e8 }).map((steps) => {
      const digits = String(steps).padStart(9, "0");
      return { steps: BigInt(steps), text: `${digits.slice(0, -8)}.${digits.slice(-8)}` };
    });
  /** A symbol, and the products of hundred-millionths that are one cent of it. */
  const traded = fc.constantFrom(
    { symbol: "BTCUSD" as const, perCent: 10n ** 14n },
    { symbol: "MINIBTC" as const, perCent: 10n ** 16n },
  );
  const number = (value: number | null) => {
    if (value === null) throw new Error("an accepted number was refused");
    return value;
  };

  test("is exact, with half a cent rounded away from zero, for every accepted amount and price", () => {
    fc.assert(
      fc.property(
        traded,
        typed(DEMO_AMOUNT_MAX),
        typed(DEMO_PRICE_MAX),
        typed(DEMO_PRICE_MAX),
        (of, amount, entry, exit) => {
          const trade = {
            symbol: of.symbol,
            amount: number(readAmount(amount.text)),
            price: number(readPrice(entry.text)),
          };
          const atPrice = number(readPrice(exit.text));
          const exact = (exit.steps - entry.steps) * amount.steps;
          const size = exact < 0n ? -exact : exact;
          const cents = (size + of.perCent / 2n) / of.perCent;
          const gain = Number(exact < 0n ? -cents : cents) / 100;
          expect(profitUsd({ ...trade, type: "buy" }, atPrice)).toBe(gain);
          expect(profitUsd({ ...trade, type: "sell" }, atPrice)).toBe(0 - gain);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("in percent has the sign of the profit, mirrors for a sell, and is independent of the amount", () => {
    fc.assert(
      fc.property(typed(DEMO_PRICE_MAX), typed(DEMO_PRICE_MAX), (entry, exit) => {
        const price = number(readPrice(entry.text));
        const percent = profitPercent({ type: "buy", price }, number(readPrice(exit.text)));
        const exact = (Number(exit.steps - entry.steps) / Number(entry.steps)) * 100;
        expect(Math.abs(percent - exact)).toBeLessThanOrEqual(Math.abs(exact) * 1e-15 * 4);
        expect(Math.sign(percent)).toBe(Number(exit.steps > entry.steps) - Number(exit.steps < entry.steps));
        expect(profitPercent({ type: "sell", price }, number(readPrice(exit.text)))).toBe(0 - percent);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    [0.05, 67_000, 67_000.7, 0.04],
    [0.05, 67_000.7, 67_000, -0.04],
    [0.01, 67_000, 67_000.5, 0.01],
  ])("of %p bought at %p and sold at %p is %p", (amount, price, atPrice, usd) => {
    expect(profitUsd({ symbol: "BTCUSD", type: "buy", amount, price }, atPrice)).toBe(usd);
  });

  test("is exact where doubles are not: the smallest move with the largest amount", () => {
    const trade = { symbol: "BTCUSD", type: "buy", amount: 999_999, price: 9_999_998.99999999 } as const;
    expect(profitUsd(trade, 9_999_999)).toBe(0.01);
    expect(profitUsd({ ...trade, price: 0.00000001 }, 9_999_999)).toBe(9_999_989_000_000.99);
  });
});

describe("the demo balance", () => {
  test("starts with 10,000 and changes with closed trades, to the cent", () => {
    expect(demoBalanceUsd([])).toBe(10_000);
    expect(demoBalanceUsd([{ ...opened, ...buy }])).toBe(10_000);
    expect(demoBalanceUsd([closed(buy, 67_120.5), closed(sell, 67_001), { ...opened, ...buy }])).toBe(10_011.95);
  });

  test("counts open trades at the market price, and as zero without one", () => {
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
  ["000000000000000000001", 1],
  ["0.00000001", 0.00000001],
  ["999999", 999_999],
  ["999999.00000001", "out_of_range"],
  ["1000000", "out_of_range"],
  ["0.000000001", "out_of_range"],
  ["1.000000000", "out_of_range"],
  ["9".repeat(400), "out_of_range"],
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
] as const)("%p is read as %p", (text, value) => {
  expect(readDecimal(text, DEMO_AMOUNT_MAX)).toBe(value);
});
