import { expect, test } from "bun:test";
import { DemoDriver, fillsOf } from "../../../dev/test/demo-driver.ts";

const BTC = 10 ** 8;

test("the margin is called once when the equity reaches it, and positions close at half of it", () => {
  // One bitcoin at 60,000.00 by 10: 6,000.00 of margin with a balance of 10,000.00.
  const demo = new DemoDriver({ startCents: 1_000_000, leverage: 10 });
  demo.quote("BTCUSDm", 6_000_000);
  demo.place();
  expect(demo.quote("BTCUSDm", 5_600_001)).toEqual([]);
  expect(demo.quote("BTCUSDm", 5_600_000)).toMatchObject([
    { type: "margin_called", equityCents: 600_000, marginCents: 600_000, quoteSeq: demo.seq },
  ]);
  expect(demo.quote("BTCUSDm", 5_900_000)).toEqual([]);
  expect(demo.quote("BTCUSDm", 5_500_000)).toEqual([]);
  expect(demo.quote("BTCUSDm", 5_300_001)).toEqual([]);
  expect(fillsOf(demo.quote("BTCUSDm", 5_300_000))).toMatchObject([
    { rule: "stop_out", asked: null, profitCents: -700_000, balanceCents: 300_000, marginBeforeCents: 600_000 },
  ]);
  expect(demo.run.isInMarginCall).toBe(false);
});

test("the largest loss is closed first, and only as many as needed", () => {
  const demo = new DemoDriver({ startCents: 1_000_000, leverage: 10 });
  demo.quote("BTCUSDm", 6_000_000);
  demo.place({ units: BTC / 2 });
  demo.quote("BTCUSDm", 6_010_000);
  demo.place({ units: BTC / 2 });
  const fills = fillsOf(demo.quote("BTCUSDm", 5_300_000));
  expect(fills.map(({ positionId }) => positionId)).toEqual([2]);
  expect(demo.run.positions.map(({ id }) => id)).toEqual([1]);
});

test("a position without a fresh price is not closed, and a balance below zero becomes zero", () => {
  const demo = new DemoDriver({ startCents: 1_000_000, leverage: 500 });
  demo.quote("XAUUSDm", 240_000);
  demo.place({ symbol: "XAUUSDm", units: 10 * BTC });
  demo.quote("BTCUSDm", 6_000_000);
  demo.place();
  demo.now += 60_000;
  expect(demo.quote("BTCUSDm", 4_500_000)).toMatchObject([
    { type: "margin_called" },
    { type: "filled", fill: { positionId: 2, balanceCents: -500_000 } },
  ]);
  expect(demo.run.positions.length).toBe(1);
  expect(demo.quote("XAUUSDm", 240_000)).toMatchObject([
    { type: "filled", fill: { positionId: 1, rule: "stop_out" } },
    { type: "balance_protected", cents: 500_000 },
  ]);
  expect(demo.run).toMatchObject({ balanceCents: 0, protectionCents: 500_000 });
});

test("without leverage positions close when nothing is left", () => {
  const demo = new DemoDriver({ startCents: 6_000_000 });
  demo.quote("BTCUSDm", 6_000_000);
  demo.place({ side: "sell" });
  expect(demo.quote("BTCUSDm", 11_999_999)).toEqual([]);
  expect(demo.quote("BTCUSDm", 12_000_000)).toMatchObject([{ type: "filled", fill: { rule: "stop_out" } }]);
  expect(demo.run.balanceCents).toBe(0);
});

test("an exit comes before the stop-out, and an order after it", () => {
  const demo = new DemoDriver({ startCents: 1_000_000, leverage: 10 });
  demo.quote("BTCUSDm", 6_000_000);
  demo.place({ stop: 5_400_000 });
  demo.place({ type: "limit", price: 5_500_000, units: BTC / 10 });
  const fills = fillsOf(demo.quote("BTCUSDm", 5_200_000));
  expect(fills.map(({ rule, positionId }) => [rule, positionId])).toEqual([
    ["stop_loss", 1],
    ["limit", 2],
  ]);
});
