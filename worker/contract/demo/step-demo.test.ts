import { expect, test } from "bun:test";
import { DemoDriver, refusalText } from "../../../dev/test/demo-driver.ts";
import { stepDemo } from "./step-demo.ts";

test("a step changes no state that it was given, and the state is plain JSON", () => {
  const demo = new DemoDriver({ startCents: 10_000_000, costs: "typical", leverage: 5 });
  demo.quote("BTCUSDm", 6_000_000);
  demo.place({ trail: 5_000, units: 3_000 });
  demo.place({ type: "limit", price: 5_000_000, units: 3_000 });
  const before = structuredClone(demo.state);
  const given = demo.state;
  demo.quote("BTCUSDm", 6_050_000);
  demo.command({ type: "close", positionId: 1, version: 1, units: 1_000 });
  expect(given).toEqual(before);
  expect(JSON.parse(JSON.stringify(demo.state))).toEqual(demo.state);
});

test("a refused command keeps what time has caused, and its events", () => {
  const demo = new DemoDriver();
  demo.quote("BTCUSDm", 6_000_000);
  demo.place({ type: "limit", price: 5_000_000, units: 1_000, expiresAt: demo.now + 5 });
  demo.now += 10;
  const { events, refusal } = demo.command({ type: "cancel_order", orderId: 1, version: 1 });
  expect(refusalText(refusal)).toBe("not_found orderId");
  expect(events).toMatchObject([{ type: "order_ended", reason: "expired" }]);
  expect(demo.run.orders).toEqual([]);
});

test("a quote that comes late has its own time and leaves the clock", () => {
  const demo = new DemoDriver();
  demo.quote("BTCUSDm", 6_000_000);
  demo.place({ type: "limit", price: 5_900_000, units: 1_000 });
  const late = demo.unseen("BTCUSDm", 5_800_000);
  demo.wait(60_000);
  const { events } = demo.step({ type: "quote", quote: late, context: [] });
  expect(events).toMatchObject([{ type: "filled", at: late.heardAt, fill: { at: late.heardAt, ageMs: 50 } }]);
  expect(demo.state.clock).toBe(demo.now);
});

test("quotes that only pass by move prices and extremes, and trigger nothing", () => {
  const demo = new DemoDriver();
  demo.quote("BTCUSDm", 6_000_000);
  demo.place({ units: 1_000, stop: 5_900_000, trail: 50_000 });
  const high = demo.unseen("BTCUSDm", 6_200_000);
  const low = demo.unseen("BTCUSDm", 5_000_000);
  const quote = demo.unseen("ETHUSDm", 300_000);
  const step = stepDemo(demo.state, { type: "quote", quote, context: [high, low] });
  expect(step.events).toEqual([]);
  expect(step.state.run?.positions[0]?.extreme).toEqual({ price: 6_200_000, seq: high.seq });
  expect(step.state.lastPrices.BTCUSDm).toEqual(low);
});
