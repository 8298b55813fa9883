import { describe, expect, test } from "bun:test";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { EMPTY_DRAFT, type OrderDraft } from "./draft.ts";
import { readOrder } from "./terms.ts";

const AT = Date.UTC(2026, 10, 18, 15);
const QUOTE: MarketQuote = {
  symbol: "BTCUSDm",
  bid: 6_711_840,
  ask: 6_712_260,
  at: AT,
  heardAt: AT,
  seq: 1,
  source: "kraken",
  kind: "quoted",
  isHeld: false,
};
const COSTS = { symbol: "BTCUSD", quote: QUOTE, costs: "typical", costsVersion: 1, now: AT } as const;
const FREE = { ...COSTS, costs: "none", costsVersion: null } as const;
const draft = (part: Partial<OrderDraft>): OrderDraft => ({ ...EMPTY_DRAFT, amount: "0.10", ...part });
const on = (text: string, form: "price" | "distance" | "money" = "price") => ({ isOn: true, form, text });

test("an amount alone is a market order at the price of its side", () => {
  const { terms, entryPrice } = readOrder(draft({}), COSTS);
  expect(terms).toEqual({
    symbol: "BTCUSD",
    side: "buy",
    type: "market",
    units: 10_000_000,
    price: null,
    limitPrice: null,
    stop: null,
    target: null,
    trail: null,
    expiresAt: null,
  });
  expect(entryPrice).toBe(6_712_260);
  expect(readOrder(draft({ side: "sell" }), COSTS).entryPrice).toBe(6_711_840);
  expect(readOrder(draft({ side: "sell" }), FREE).entryPrice).toBe(6_712_050);
});

test("prices that a type does not have are left out, as is the day of a market order", () => {
  const typed = { price: "66400", limitPrice: "66500", goodTill: "day" } as const;
  expect(readOrder(draft(typed), COSTS).terms).toMatchObject({ price: null, limitPrice: null, expiresAt: null });
  expect(readOrder(draft({ ...typed, type: "limit" }), COSTS).terms).toMatchObject({
    price: 6_640_000,
    limitPrice: null,
    // 17:00 in New York.
    expiresAt: Date.UTC(2026, 10, 18, 22),
  });
  const stopLimit = readOrder(draft({ ...typed, type: "stop_limit" }), COSTS);
  expect(stopLimit.terms).toMatchObject({ price: 6_640_000, limitPrice: 6_650_000 });
  expect(stopLimit.entryPrice).toBe(6_650_000);
});

test("a limit that the market has reached opens at the market's price", () => {
  expect(readOrder(draft({ type: "limit", price: "68000" }), COSTS).entryPrice).toBe(6_712_260);
  expect(readOrder(draft({ type: "limit", price: "66000", side: "sell" }), COSTS).entryPrice).toBe(6_711_840);
});

describe("a stop and a target", () => {
  test("as prices, distances and money are the same prices", () => {
    const order = { type: "stop", price: "67400", amount: "1" } as const;
    const asPrice = readOrder(draft({ ...order, stop: on("67180"), target: on("67800") }), FREE);
    const asDistance = readOrder(draft({ ...order, stop: on("220", "distance"), target: on("400", "distance") }), FREE);
    const asMoney = readOrder(draft({ ...order, stop: on("220", "money"), target: on("400", "money") }), FREE);
    for (const { terms } of [asPrice, asDistance, asMoney]) {
      expect(terms).toMatchObject({ stop: 6_718_000, target: 6_780_000 });
    }
  });

  test("that are off do not count, and keep their text", () => {
    const off = { isOn: false, form: "price", text: "nonsense" } as const;
    expect(readOrder(draft({ stop: off, target: off, trail: off }), FREE).terms).toMatchObject({
      stop: null,
      target: null,
      trail: null,
    });
  });

  test("of a sell are on its other sides", () => {
    const { terms } = readOrder(
      draft({ side: "sell", stop: on("100", "distance"), target: on("100", "distance") }),
      FREE,
    );
    expect(terms).toMatchObject({ stop: 6_722_050, target: 6_702_050 });
  });
});

describe("a risk", () => {
  const risk = { sizing: "risk", risk: "50", type: "stop", price: "67400" } as const;

  test("gives the amount by the stop, with its costs", () => {
    const { terms, riskCents } = readOrder(draft({ ...risk, stop: on("67180") }), COSTS);
    expect([terms?.units, riskCents]).toEqual([17_000_000, 5_000]);
    expect(readOrder(draft({ ...risk, stop: on("67180") }), FREE).units).toBe(22_000_000);
  });

  test("gives it by the trailing stop where that is nearer", () => {
    const trail = { isOn: true, text: "100" };
    expect(readOrder(draft({ ...risk, trail }), FREE).units).toBe(50_000_000);
    expect(readOrder(draft({ ...risk, trail, stop: on("67180") }), FREE).units).toBe(50_000_000);
    expect(readOrder(draft({ ...risk, trail, stop: on("67350") }), FREE).units).toBe(100_000_000);
  });

  test("needs a stop, and one that loses", () => {
    expect(readOrder(draft(risk), COSTS)).toMatchObject({ terms: null, faults: { amount: "needs_stop" } });
    const wrong = readOrder(draft({ ...risk, stop: on("67500") }), COSTS);
    expect(wrong).toMatchObject({ terms: null, stop: 6_750_000, faults: { amount: "unreachable" } });
  });

  test("lets a target in money follow from its amount", () => {
    const { terms } = readOrder(draft({ ...risk, stop: on("67180"), target: on("88", "money") }), FREE);
    expect(terms).toMatchObject({ units: 22_000_000, target: 6_780_000 });
  });
});

test.each([
  [{ amount: "" }, { amount: "invalid" }],
  [{ amount: "1000000" }, { amount: "out_of_range" }],
  [{ type: "limit", price: "" }, { price: "invalid" }],
  [{ type: "limit", price: "67000.001" }, { price: "out_of_range" }],
  [{ type: "stop_limit", price: "67500", limitPrice: "x" }, { limitPrice: "not_understood" }],
  [{ amount: "1.500,00" }, { amount: "not_understood" }],
  [{ type: "limit", price: "1.500,00" }, { price: "not_understood" }],
  [{ stop: on("1.500", "money") }, { stop: "not_understood" }],
  [{ sizing: "risk", risk: "-50", stop: on("67000") }, { amount: "not_understood" }],
  [{ stop: on("") }, { stop: "invalid" }],
  [{ target: on("10000000") }, { target: "out_of_range" }],
  [{ trail: { isOn: true, text: "0" } }, { trail: "invalid" }],
  [{ stop: on("68000", "distance") }, { stop: "unreachable" }],
  [
    { amount: "", stop: on("5", "money") },
    { amount: "invalid", stop: "needs_amount" },
  ],
  [{ sizing: "risk", risk: "", stop: on("67000") }, { amount: "invalid" }],
] as const)("of %o the faults are %o", (part, faults) => {
  const reading = readOrder(draft(part), COSTS);
  expect(reading.faults).toEqual(faults);
  expect(reading.terms).toBeNull();
});

test("before the first price a market order has no place to open, and a distance no price", () => {
  const reading = readOrder(draft({ stop: on("100", "distance") }), { ...FREE, quote: null });
  expect(reading).toMatchObject({ entryPrice: null, faults: { stop: "needs_price" } });
});
