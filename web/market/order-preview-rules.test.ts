import { expect, test } from "bun:test";
import type { DemoTrade } from "./demo-trading-rules.ts";
import { exposureOf } from "./order-preview-rules.ts";

const trade = (more: Partial<DemoTrade>): DemoTrade =>
  ({
    id: "1",
    symbol: "BTCUSD",
    type: "buy",
    amount: 1,
    price: 100,
    timestamp: 0,
    status: "open",
    ...more,
    // Spreading the parts of a union loses the discriminant.
  }) as DemoTrade;
const facts = { symbol: "BTCUSD", type: "buy", price: 110, equityUsd: 1_000 } as const;

test("amounts add up, and the entry is their weighted mean", () => {
  const trades = [trade({ amount: 1, price: 100 }), trade({ amount: 3, price: 120 })];
  expect(exposureOf(trades, facts)).toEqual({ amount: 4, averageEntry: 115, valueUsd: 440, equityPercent: 44 });
});

test("the other side, other symbols and closed trades do not count", () => {
  const closed = trade({ status: "closed", closePrice: 1, closedAt: 0 });
  const others = [trade({ type: "sell" }), trade({ symbol: "ETHUSD" }), closed];
  expect(exposureOf(others, facts)).toEqual({ amount: 0, averageEntry: null, valueUsd: 0, equityPercent: 0 });
});

test("a hundred mini bitcoins count as one", () => {
  const trades = [trade({ symbol: "MINIBTC", amount: 100, price: 105 })];
  expect(exposureOf(trades, { ...facts, symbol: "MINIBTC" })).toEqual({
    amount: 100,
    averageEntry: 105,
    valueUsd: 110,
    equityPercent: 11,
  });
});

test("without equity there is no share of it", () => {
  expect(exposureOf([trade({})], { ...facts, equityUsd: 0 }).equityPercent).toBeNull();
});
