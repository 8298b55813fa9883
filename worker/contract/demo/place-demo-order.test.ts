import { expect, test } from "bun:test";
import { DemoDriver, fillsOf, refusalText } from "../../../dev/test/demo-driver.ts";
import type { DemoOrderTerms, DemoRunSettings } from "./demo-types.ts";

const BTC = 10 ** 8;

/** A run with bitcoin at 60,000.00 to 60,010.00. */
function run(settings: Partial<DemoRunSettings> = {}): DemoDriver {
  const demo = new DemoDriver({ startCents: 10_000_000, ...settings });
  demo.quote("BTCUSDm", 6_000_000, 6_001_000);
  return demo;
}

test("a market order fills at its own side with costs, and at the middle without", () => {
  const cases: Array<[costs: "none" | "typical", side: "buy" | "sell", price: number, commissionCents: number]> = [
    ["none", "buy", 6_000_500, 0],
    ["none", "sell", 6_000_500, 0],
    ["typical", "buy", 6_001_000, 3_001],
    ["typical", "sell", 6_000_000, 3_000],
  ];
  for (const [costs, side, price, commissionCents] of cases) {
    const [fill] = fillsOf(run({ costs }).place({ side }).events);
    expect(fill).toMatchObject({ kind: "open", rule: "market", side, price, commissionCents, asked: null });
    expect(fill?.balanceCents).toBe(10_000_000 - commissionCents);
    expect(fill?.marginAfterCents).toBe(price);
  }
});

test("an order fills at once, rests or is refused", () => {
  const bid = 6_000_000;
  const ask = 6_001_000;
  const cases: Array<[order: Partial<DemoOrderTerms>, result: string]> = [
    [{ type: "limit", price: ask }, "filled at 6001000"],
    [{ type: "limit", price: ask + 500 }, "filled at 6001000"],
    [{ type: "limit", price: ask - 1 }, "rests"],
    [{ type: "limit", side: "sell", price: bid }, "filled at 6000000"],
    [{ type: "limit", side: "sell", price: bid - 500 }, "filled at 6000000"],
    [{ type: "limit", side: "sell", price: bid + 1 }, "rests"],
    [{ type: "stop", price: ask }, "already_reached price"],
    [{ type: "stop", price: ask + 1 }, "rests"],
    [{ type: "stop", side: "sell", price: bid }, "already_reached price"],
    [{ type: "stop", side: "sell", price: bid - 1 }, "rests"],
    [{ type: "stop_limit", price: ask, limitPrice: ask + 5 }, "already_reached price"],
    [{ type: "stop_limit", price: ask + 1, limitPrice: ask + 5 }, "rests"],

    [{ units: 0 }, "out_of_range units"],
    [{ units: 1.5 }, "out_of_range units"],
    [{ units: 999_999 * BTC + 1 }, "out_of_range units"],
    [{ units: 999_999 * BTC }, "not_enough units"],
    [{ price: 1 }, "out_of_range price"],
    [{ type: "limit", price: null }, "out_of_range price"],
    [{ type: "limit", price: 0 }, "out_of_range price"],
    [{ type: "limit", side: "sell", price: 999_999_900 }, "not_enough units"],
    [{ type: "limit", side: "sell", price: 999_999_901 }, "out_of_range price"],
    [{ type: "limit", price: 5, limitPrice: 5 }, "out_of_range limitPrice"],
    [{ type: "stop_limit", price: 5 }, "out_of_range limitPrice"],
    [{ stop: 0 }, "out_of_range stop"],
    [{ target: 0 }, "out_of_range target"],
    [{ trail: 0 }, "out_of_range trail"],
    [{ trail: 1 }, "filled at 6001000"],

    [{ stop: bid - 1, target: bid + 1 }, "filled at 6001000"],
    [{ stop: bid }, "wrong_side stop"],
    [{ target: bid }, "wrong_side target"],
    [{ side: "sell", stop: ask + 1, target: ask - 1 }, "filled at 6000000"],
    [{ side: "sell", stop: ask }, "wrong_side stop"],
    [{ side: "sell", target: ask }, "wrong_side target"],
    [{ type: "limit", price: ask - 10, stop: ask - 11, target: ask - 9 }, "rests"],
    [{ type: "limit", price: ask - 10, stop: ask - 10 }, "wrong_side stop"],
    [{ type: "stop_limit", price: ask + 10, limitPrice: ask + 20, target: ask + 20 }, "wrong_side target"],
    [{ symbol: "ETHUSD" }, "no_price"],
  ];
  for (const [order, result] of cases) {
    const demo = run({ costs: "typical", startCents: 50_000_000 });
    const step = demo.place(order);
    const fill = fillsOf(step.events)[0];
    const found = refusalText(step.refusal) ?? (fill ? `filled at ${fill.price}` : "rests");
    expect({ order, result: found }).toEqual({ order, result });
    expect(demo.run.orders.length).toBe(found === "rests" ? 1 : 0);
    expect(step.events.length).toBe(step.refusal ? 0 : fill ? 2 : 1);
  }
});

test("an order fits while its margin and its commission are at most the free margin", () => {
  // 0.001 of a bitcoin at 60,000.00 dollars is 60 dollars and, with costs, 3 cents of commission.
  const order = { units: BTC / 1_000 };
  const cases: Array<[settings: Partial<DemoRunSettings>, startCents: number, fits: number]> = [
    [{ costs: "none" }, 12_000, 2],
    [{ costs: "typical" }, 12_005, 1],
    [{ costs: "typical" }, 12_006, 2],
    [{ costs: "none", leverage: 2 }, 12_000, 4],
    // 60 dollars by 7 are 8.572 dollars, rounded up to 8.58: 24 of them are 205.92.
    [{ costs: "none", leverage: 7 }, 20_592, 24],
    [{ costs: "none", leverage: 7 }, 20_591, 23],
  ];
  for (const [settings, startCents, fits] of cases) {
    const demo = new DemoDriver({ ...settings, startCents });
    demo.quote("BTCUSDm", 6_000_000);
    while (demo.place(order).refusal === null);
    expect({ settings, startCents, fits: demo.run.positions.length }).toEqual({ settings, startCents, fits });
    expect(refusalText(demo.place(order).refusal)).toBe("not_enough units");
  }
});

test("with leverage the floating result counts, without it does not", () => {
  for (const leverage of [null, 2]) {
    const demo = new DemoDriver({ startCents: 6_000_000, leverage });
    demo.quote("BTCUSDm", 6_000_000);
    demo.place({ units: BTC * (leverage ?? 1) });
    expect(refusalText(demo.place({ units: 1_000 }).refusal)).toBe("not_enough units");
    demo.quote("BTCUSDm", 6_100_000);
    expect(refusalText(demo.place({ units: 1_000 }).refusal)).toBe(leverage ? null : "not_enough units");
  }
});

test("the market's state is refused only where the order needs it", () => {
  const cases: Array<[makeState: (demo: DemoDriver) => void, market: string | null, limit: string]> = [
    [() => {}, null, "filled"],
    [(demo) => (demo.now += 9_950), null, "filled"],
    [(demo) => (demo.now += 9_951), "no_price", "rests"],
    [(demo) => demo.quote("BTCUSDm", 6_000_000, 6_000_000, { isHeld: true }), "sources_disagree", "rests"],
  ];
  for (const [makeState, market, limit] of cases) {
    const demo = run();
    makeState(demo);
    expect(refusalText(demo.place({}).refusal)).toBe(market);
    const other = run();
    makeState(other);
    expect(fillsOf(other.place({ type: "limit", price: 6_000_900 }).events).length).toBe(limit === "filled" ? 1 : 0);
  }
});

test("no market order fills in a closed session, however fresh the quote", () => {
  const demo = new DemoDriver();
  demo.now = Date.parse("2026-11-23T16:59:50-05:00");
  demo.quote("XAUUSDm", 240_000, 240_030);
  expect(demo.place({ symbol: "XAUUSDm" }).refusal).toBeNull();
  demo.now = Date.parse("2026-11-23T17:00:00-05:00");
  expect(refusalText(demo.place({ symbol: "XAUUSDm" }).refusal)).toBe("market_closed");
  expect(refusalText(demo.place({ symbol: "US500" }).refusal)).toBe("market_closed");
});

test("at most 200 orders rest and 200 positions are open", () => {
  const demo = run();
  const limit = { type: "limit", price: 5_000_000, units: 1_000 } as const;
  for (let i = 0; i < 200; i++) expect(demo.place(limit).refusal).toBeNull();
  expect(refusalText(demo.place(limit).refusal)).toBe("too_many_orders");
  for (let i = 0; i < 200; i++) expect(demo.place({ units: 1_000 }).refusal).toBeNull();
  expect(refusalText(demo.place({ units: 1_000 }).refusal)).toBe("too_many_positions");
  const none = { limitPrice: null, stop: null, target: null, trail: null, expiresAt: null };
  const amend = { type: "amend_order", orderId: 1, version: 1, price: 6_000_900, units: 1_000, ...none } as const;
  expect(refusalText(demo.command(amend).refusal)).toBe("too_many_positions");

  const events = demo.quote("BTCUSDm", 5_000_000);
  expect(events.length).toBe(200);
  expect(events[0]).toMatchObject({ type: "order_ended", orderId: 1, reason: "too_many_positions" });
});

test("amending gives the order a new version, and fills it where placing would", () => {
  const demo = run();
  demo.place({ type: "limit", price: 5_900_000 });
  const order = { units: BTC, limitPrice: null, stop: null, target: null, trail: null, expiresAt: null };
  const amend = (price: number, version: number, orderId = 1) =>
    demo.command({ type: "amend_order", orderId, version, price, ...order });
  expect(refusalText(amend(5_950_000, 1, 7).refusal)).toBe("not_found orderId");
  expect(refusalText(amend(5_950_000, 2).refusal)).toBe("version_changed version");
  demo.seq += 5;
  expect(amend(5_950_000, 1).events).toMatchObject([
    { type: "order_amended", order: { id: 1, version: 2, price: 5_950_000, armedSeq: demo.seq } },
  ]);
  expect(amend(6_001_000, 2).events).toMatchObject([
    { type: "order_amended", order: { version: 3 } },
    { type: "filled", fill: { positionId: 1, price: 6_000_500, asked: 6_001_000, slippageSteps: -500 } },
  ]);
  expect(demo.run.orders).toEqual([]);
});

test("orders are cancelled one by one or all, by number", () => {
  const demo = run();
  for (const price of [5_900_000, 5_800_000, 5_700_000]) demo.place({ type: "limit", price, units: BTC / 10 });
  const cancel = (orderId: number, version: number) => demo.command({ type: "cancel_order", orderId, version });
  expect(refusalText(cancel(9, 1).refusal)).toBe("not_found orderId");
  expect(refusalText(cancel(2, 2).refusal)).toBe("version_changed version");
  expect(cancel(2, 1).events).toEqual([{ type: "order_ended", at: demo.now, orderId: 2, reason: "cancelled" }]);
  expect(refusalText(demo.command({ type: "cancel_all", run: 2 }).refusal)).toBe("run_changed run");
  expect(demo.command({ type: "cancel_all", run: 1 }).events).toMatchObject([{ orderId: 1 }, { orderId: 3 }]);
  expect(refusalText(demo.command({ type: "cancel_all", run: 1 }).refusal)).toBe("nothing_to_do");
});

test("positions whose result could be larger than a number holds exactly do not fit, and the sums of those that do are exact", () => {
  const units = 999_999 * BTC;
  const demo = new DemoDriver({ startCents: 100_000_000, leverage: 500 });
  demo.quote("BTCUSDm", 1);
  const refusals = Array.from({ length: 12 }, () => refusalText(demo.place({ units }).refusal));
  // Nine would be worth 9 * 10^15 cents at the highest price, beside a balance; a number holds 9.007 * 10^15.
  expect(refusals.filter((refusal) => refusal === null)).toHaveLength(9);
  expect(new Set(refusals.slice(9))).toEqual(new Set(["not_enough units"]));
  demo.quote("BTCUSDm", 999_999_899);
  demo.command({ type: "close_all", run: 1 });
  const balance = demo.state.run?.balanceCents ?? 0;
  expect(Number.isSafeInteger(balance)).toBe(true);
  expect(BigInt(balance)).toBe(100_000_000n + 9n * 999_999n * 999_999_898n);
});
