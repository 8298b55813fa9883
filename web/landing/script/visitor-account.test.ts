import { expect, setSystemTime, test } from "bun:test";
import type { DemoSide } from "../../../worker/contract/demo/demo-types.ts";
import type { FeedSymbol } from "../../../worker/contract/symbols.ts";
import { takePrices, tickClock } from "../../state/prices.ts";
import { priceMessage } from "../../test/price-message.ts";
import { tradedAt } from "./mini-symbols.ts";
import { closing, VisitorAccount } from "./visitor-account.ts";

function hear(symbol: FeedSymbol, [bid, ask]: [number, number], { ageMs = 0, isHeld = false } = {}): void {
  const agreement = isHeld ? "disagree" : "agree";
  const origin = { source: "kraken", agreement, disagreesWith: isHeld ? "coinbase" : null } as const;
  const message = priceMessage({ [symbol]: [bid, ask] }, { ageMs, origin, source: "live" });
  takePrices(message, message.now);
}

const order = (symbol: FeedSymbol, side: DemoSide, units: number, exits: { stop?: number; target?: number } = {}) => ({
  symbol: tradedAt(symbol),
  side,
  units,
  stop: exits.stop ?? null,
  target: exits.target ?? null,
});

test("an order fills at the middle of the live quote, and closing it books the result to the cent", () => {
  const account = new VisitorAccount();
  hear("BTCUSDm", [67_120.4, 67_120.61]);
  expect(account.send(account.placing(order("BTCUSDm", "buy", 5_000_000)))).toBeNull();
  hear("BTCUSDm", [67_150.13, 67_150.14]);
  const [shown] = account.positions.value;
  // 0.05 x (67,150.14 - 67,120.51) = 1.4815
  expect(shown).toMatchObject({ position: { entryPrice: 6_712_051 }, now: 6_715_014, resultCents: 148 });
  expect(account.run.value.balanceCents).toBe(1_000_000);
  expect(account.equityCents.value).toBe(1_000_148);
  if (shown) expect(account.send(closing(shown.position))).toBeNull();
  expect(account.positions.value).toEqual([]);
  expect(account.run.value.balanceCents).toBe(1_000_148);
  expect(account.lastFill.value).toMatchObject({ kind: "close", rule: "close", price: 6_715_014, profitCents: 148 });
  account.stop();
});

test("nothing fills at an old quote, nor while sources disagree", () => {
  const account = new VisitorAccount();
  const placing = account.placing(order("BTCUSDm", "sell", 1_000_000));
  expect(account.refusalOf(placing)?.code).toBe("no_price");
  hear("BTCUSDm", [67_000, 67_000], { isHeld: true });
  expect(account.refusalOf(placing)?.code).toBe("sources_disagree");
  hear("BTCUSDm", [67_001, 67_001], { ageMs: 9_000 });
  expect(account.refusalOf(placing)).toBeNull();
  setSystemTime(Date.now() + 1_001);
  tickClock();
  expect(account.send(placing)?.code).toBe("no_price");
  expect(account.positions.value).toEqual([]);
  account.stop();
});

test("gold fills nothing while its market is closed, and bitcoin does", () => {
  setSystemTime(new Date("2026-11-21T12:00:00Z"));
  const account = new VisitorAccount();
  hear("XAUUSDm", [4_100, 4_100]);
  hear("BTCUSDm", [67_000, 67_000]);
  expect(account.send(account.placing(order("XAUUSDm", "buy", 5_000_000)))?.code).toBe("market_closed");
  expect(account.send(account.placing(order("BTCUSDm", "buy", 5_000_000)))).toBeNull();
  account.stop();
});

test("several positions stand as long as the balance covers them", () => {
  const account = new VisitorAccount();
  hear("BTCUSDm", [67_000, 67_000]);
  const placing = account.placing(order("BTCUSDm", "buy", 5_000_000));
  expect([account.send(placing), account.send(placing)]).toEqual([null, null]);
  expect(account.send(placing)).toEqual({ code: "not_enough", field: "units" });
  expect(account.positions.value.map(({ position }) => position.id)).toEqual([2, 1]);
  account.stop();
});

test("a stop and a target close a position at the first quote that reaches them", () => {
  const account = new VisitorAccount();
  hear("BTCUSDm", [67_000, 67_000]);
  account.send(account.placing(order("BTCUSDm", "buy", 5_000_000, { stop: 6_690_000, target: 6_720_000 })));
  account.send(account.placing(order("BTCUSDm", "sell", 5_000_000, { target: 6_600_000 })));
  hear("BTCUSDm", [66_880, 66_880]);
  expect(account.lastFill.value).toMatchObject({ rule: "stop_loss", price: 6_688_000, profitCents: -600 });
  expect(account.positions.value.map(({ position }) => position.side)).toEqual(["sell"]);
  hear("BTCUSDm", [65_990, 65_990]);
  expect(account.lastFill.value).toMatchObject({ rule: "take_profit", profitCents: 5_050 });
  expect(account.run.value.balanceCents).toBe(1_004_450);
  account.stop();
});
