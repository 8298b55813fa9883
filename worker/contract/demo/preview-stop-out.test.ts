import { expect, test } from "bun:test";
import { DemoDriver, fillsOf } from "../../../dev/test/demo-driver.ts";
import { previewStopOut } from "./preview-stop-out.ts";

const UNIT = 10 ** 8;

/** Half a bitcoin and 10 ounces of gold, by 10: 3,000.00 + 2,400.00 dollars of margin. */
function run(): DemoDriver {
  const demo = new DemoDriver({ startCents: 1_000_000, leverage: 10 });
  demo.quote("XAUUSDm", 240_000);
  demo.quote("BTCUSDm", 6_000_000);
  demo.place({ units: UNIT / 2 });
  demo.place({ symbol: "XAUUSDm", units: 10 * UNIT });
  return demo;
}

test("the preview says what is left, and the largest loss, at the prices that the screen has", () => {
  const demo = run();
  const bitcoin = demo.unseen("BTCUSDm", 5_900_000);
  const gold = demo.unseen("XAUUSDm", 230_000);
  expect(previewStopOut(demo.state, [bitcoin, gold], demo.now)).toEqual({
    equityCents: 1_000_000 - 50_000 - 100_000,
    usedMarginCents: 540_000,
    callCents: 540_000,
    stopOutCents: 270_000,
    first: { id: 2, symbol: "XAUUSDm", side: "buy", units: 10 * UNIT, floatingCents: -100_000 },
  });
});

test("the stop-out closes what the preview named, at the equity that it named", () => {
  for (const [gold, isStopOut] of [
    [167_001, false],
    [167_000, true],
  ] as const) {
    const demo = run();
    const quote = demo.unseen("XAUUSDm", gold);
    const preview = previewStopOut(demo.state, [quote], demo.now);
    const fills = fillsOf(demo.step({ type: "quote", quote, context: [] }).events);
    expect((preview?.equityCents ?? 0) <= (preview?.stopOutCents ?? 0)).toBe(isStopOut);
    expect(fills.map(({ positionId }) => positionId)).toEqual(isStopOut && preview?.first ? [preview.first.id] : []);
  }
});

test("a market without a fresh price is not the first, and without any nothing is", () => {
  const demo = run();
  demo.now += 10_000;
  const bitcoin = demo.unseen("BTCUSDm", 5_990_000);
  expect(previewStopOut(demo.state, [bitcoin], demo.now)?.first?.id).toBe(1);
  expect(previewStopOut(demo.state, [bitcoin], demo.now + 10_000)?.first).toBeNull();
});

test("without leverage there is no margin call, and without positions no preview", () => {
  const demo = new DemoDriver({ startCents: 10_000_000 });
  demo.quote("BTCUSDm", 6_000_000);
  expect(previewStopOut(demo.state, [], demo.now)).toBeNull();
  demo.place();
  expect(previewStopOut(demo.state, [], demo.now)).toMatchObject({ callCents: null, stopOutCents: 0 });
});
