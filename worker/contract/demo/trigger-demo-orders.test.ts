import { expect, test } from "bun:test";
import { DemoDriver, fillsOf } from "../../../dev/test/demo-driver.ts";
import type { DemoOrderTerms, MarketQuote } from "./demo-types.ts";

/** A run with typical costs and bitcoin at 60,000.00 to 60,010.00. */
function run(): DemoDriver {
  const demo = new DemoDriver({ startCents: 50_000_000, costs: "typical" });
  demo.quote("BTCUSDm", 6_000_000, 6_001_000);
  return demo;
}

test("a resting order fills at the price of its side, on its price and beyond it", () => {
  const cases: Array<[order: Partial<DemoOrderTerms>, bid: number, filled: number | null, slippage: number | null]> = [
    [{ type: "limit", price: 5_900_000 }, 5_899_001, null, null],
    [{ type: "limit", price: 5_900_000 }, 5_899_000, 5_900_000, 0],
    [{ type: "limit", price: 5_900_000 }, 5_800_000, 5_801_000, -99_000],
    [{ type: "limit", side: "sell", price: 6_100_000 }, 6_099_999, null, null],
    [{ type: "limit", side: "sell", price: 6_100_000 }, 6_100_000, 6_100_000, 0],
    [{ type: "limit", side: "sell", price: 6_100_000 }, 6_200_000, 6_200_000, -100_000],
    [{ type: "stop", price: 6_100_000 }, 6_098_999, null, null],
    [{ type: "stop", price: 6_100_000 }, 6_099_000, 6_100_000, 0],
    [{ type: "stop", price: 6_100_000 }, 6_200_000, 6_201_000, 101_000],
    [{ type: "stop", side: "sell", price: 5_900_000 }, 5_900_001, null, null],
    [{ type: "stop", side: "sell", price: 5_900_000 }, 5_900_000, 5_900_000, 0],
    [{ type: "stop", side: "sell", price: 5_900_000 }, 5_800_000, 5_800_000, 100_000],
  ];
  for (const [order, bid, filled, slippage] of cases) {
    const demo = run();
    demo.place(order);
    const [fill] = fillsOf(demo.quote("BTCUSDm", bid, bid + 1_000));
    expect({ order, bid, filled: fill?.price ?? null, slippage: fill?.slippageSteps ?? null }).toEqual({
      order,
      bid,
      filled,
      slippage,
    });
    expect(demo.run.orders.length).toBe(filled === null ? 1 : 0);
  }
});

test("a stop-limit becomes a limit at its stop, and stays one", () => {
  const demo = run();
  demo.place({ type: "stop_limit", price: 6_100_000, limitPrice: 6_090_000 });
  expect(demo.quote("BTCUSDm", 6_080_000, 6_081_000)).toEqual([]);
  expect(demo.quote("BTCUSDm", 6_100_000, 6_101_000)).toMatchObject([{ type: "order_triggered", quoteSeq: demo.seq }]);
  expect(demo.run.orders[0]).toMatchObject({ isTriggered: true, version: 1 });
  expect(demo.quote("BTCUSDm", 6_100_000, 6_101_000)).toEqual([]);
  expect(fillsOf(demo.quote("BTCUSDm", 6_088_000, 6_089_000))).toMatchObject([
    { rule: "stop_limit", price: 6_089_000, asked: 6_090_000, slippageSteps: -1_000 },
  ]);

  const atOnce = run();
  atOnce.place({ type: "stop_limit", price: 6_100_000, limitPrice: 6_200_000 });
  expect(atOnce.quote("BTCUSDm", 6_149_000, 6_150_000)).toMatchObject([
    { type: "order_triggered" },
    { type: "filled", fill: { price: 6_150_000 } },
  ]);
});

test("a quote from before the trigger never fills the limit that a stop-limit has become", () => {
  const demo = run();
  demo.place({ type: "stop_limit", price: 6_100_000, limitPrice: 6_090_000 });
  const late = demo.unseen("BTCUSDm", 6_080_000);
  demo.quote("BTCUSDm", 6_100_000);
  expect(demo.step({ type: "quote", quote: late, context: [] }).events).toEqual([]);
  expect(demo.run.orders).toMatchObject([{ isTriggered: true, armedSeq: demo.seq }]);
});

test("a quote that may not fill triggers nothing", () => {
  const change: Array<(demo: DemoDriver) => Partial<MarketQuote>> = [
    () => ({ isHeld: true }),
    ({ now }) => ({ at: now + 1_000 - 10_001 }),
    ({ state }) => ({ seq: state.run?.orders[0]?.armedSeq ?? 0 }),
  ];
  for (const changeOf of change) {
    const demo = run();
    demo.place({ type: "limit", price: 5_900_000 });
    expect(demo.quote("BTCUSDm", 5_000_000, 5_000_000, changeOf(demo))).toEqual([]);
    expect(demo.quote("ETHUSDm", 300_000)).toEqual([]);
    expect(fillsOf(demo.quote("BTCUSDm", 5_000_000)).length).toBe(1);
  }
});

test("the first fresh quote after a closed session fills, at its own price", () => {
  const demo = new DemoDriver({ costs: "typical" });
  demo.quote("XAUUSDm", 240_000, 240_030);
  demo.place({ symbol: "XAUUSDm", type: "stop", price: 245_000 });
  demo.now = Date.parse("2026-11-23T17:30:00-05:00");
  expect(demo.quote("XAUUSDm", 250_000, 250_080)).toEqual([]);
  demo.now = Date.parse("2026-11-23T18:00:00-05:00");
  const [fill] = fillsOf(demo.quote("XAUUSDm", 251_000, 251_045));
  expect(fill).toMatchObject({ price: 251_045, asked: 245_000, slippageSteps: 6_045 });
});

test("orders fill by number, and one that no longer fits ends", () => {
  const demo = new DemoDriver({ startCents: 10_000_000 });
  demo.quote("BTCUSDm", 6_000_000);
  demo.place({ type: "limit", price: 5_900_000 });
  demo.place({ type: "limit", price: 5_950_000 });
  expect(demo.quote("BTCUSDm", 5_800_000)).toMatchObject([
    { type: "filled", fill: { positionId: 1 } },
    { type: "order_ended", orderId: 2, reason: "not_enough" },
  ]);
});

test("an order that has expired does not fill, and says so at its own time", () => {
  const demo = run();
  const expiresAt = demo.now + 5_000;
  demo.place({ type: "limit", price: 5_900_000, expiresAt });
  demo.now += 4_500;
  expect(demo.quote("BTCUSDm", 5_800_000)).toEqual([
    { type: "order_ended", at: expiresAt, orderId: 1, reason: "expired" },
  ]);
  expect(demo.place({ type: "limit", price: 5_000_000, expiresAt: demo.now }).refusal).toEqual({
    code: "expired",
    field: "expiresAt",
  });
});
