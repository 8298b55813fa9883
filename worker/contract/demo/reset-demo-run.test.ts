import { expect, test } from "bun:test";
import { DemoDriver, refusalText } from "../../../dev/test/demo-driver.ts";
import { initialDemoState } from "./demo-state.ts";
import type { DemoRunSettings } from "./demo-types.ts";
import { stepDemo } from "./step-demo.ts";

const SETTINGS: DemoRunSettings = { startCents: 500_000, costs: "typical", leverage: 10 };

test("a reset ends orders, closes what has a price, voids the rest, and states the final figures", () => {
  const demo = new DemoDriver({ startCents: 10_000_000 });
  demo.quote("XAUUSDm", 240_000);
  demo.place({ symbol: "XAUUSDm" });
  demo.now += 20_000;
  demo.quote("BTCUSDm", 6_000_000);
  demo.place();
  demo.place({ type: "limit", price: 5_000_000, units: 1_000 });
  demo.quote("BTCUSDm", 6_050_000);
  const { events } = demo.command({ type: "reset", run: 1, ...SETTINGS });
  expect(events).toMatchObject([
    { type: "order_ended", orderId: 3, reason: "reset" },
    { type: "filled", fill: { positionId: 2, rule: "reset", profitCents: 50_000 } },
    { type: "position_voided", positionId: 1 },
    { type: "run_archived", run: 1, balanceCents: 10_050_000, profitCents: 50_000, opened: 2, closed: 1, voided: 1 },
    { type: "run_started", run: 2, costsVersion: 1, ...SETTINGS },
  ]);
  expect(demo.run).toMatchObject({ number: 2, balanceCents: 500_000, positions: [], orders: [] });
  demo.place({ units: 1_000 });
  expect(demo.run.positions[0]?.id).toBe(4);
});

test("a reset names the current run, and settings within the bounds", () => {
  const cases: Array<[run: number, settings: Partial<DemoRunSettings>, result: string | null]> = [
    [0, {}, "run_changed run"],
    [2, {}, "run_changed run"],
    [1, { startCents: 9_999 }, "out_of_range startCents"],
    [1, { startCents: 10_000 }, null],
    [1, { startCents: 100_000_000 }, null],
    [1, { startCents: 100_000_001 }, "out_of_range startCents"],
    [1, { leverage: 1 }, "out_of_range leverage"],
    [1, { leverage: 2 }, null],
    [1, { leverage: 500 }, null],
    [1, { leverage: 501 }, "out_of_range leverage"],
  ];
  for (const [run, settings, result] of cases) {
    const { refusal } = new DemoDriver().command({ type: "reset", run, ...SETTINGS, ...settings });
    expect({ run, settings, result: refusalText(refusal) }).toEqual({ run, settings, result });
  }
});

test("without a run commands are refused", () => {
  const refusalOf = (command: Parameters<DemoDriver["command"]>[0]) =>
    refusalText(stepDemo(initialDemoState(), { type: "command", at: 1, seq: 1, quotes: [], command }).refusal);
  expect(refusalOf({ type: "cancel_all", run: 0 })).toBe("no_run");
  expect(refusalOf({ type: "close_all", run: 0 })).toBe("no_run");
  expect(refusalOf({ type: "close", positionId: 1, version: 1, units: null })).toBe("no_run");
  expect(refusalOf({ type: "cancel_order", orderId: 1, version: 1 })).toBe("not_found orderId");
});
