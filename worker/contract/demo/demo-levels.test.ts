import { expect, setDefaultTimeout, test } from "bun:test";
import { compareFeeding } from "../../../dev/test/compare-demo-feeding.ts";
import { DemoDriver } from "../../../dev/test/demo-driver.ts";
import { runSpreadProgram } from "../../../dev/test/spread-programs.ts";
import { fc } from "../../../web/test/property.ts";
import { demoLevels } from "./demo-levels.ts";
import type { DemoLevel, DemoOrderTerms } from "./demo-types.ts";

setDefaultTimeout(600_000);

const BTC = 10 ** 8;

test("fed only the quotes that reach a level, the engine says the same as fed every quote", () => {
  const totals = { quotes: 0, fed: 0 };
  for (let seed = 0; seed < 60; seed++) {
    const { quotes, fed } = compareFeeding(seed);
    totals.quotes += quotes;
    totals.fed += fed;
  }
  expect(totals.fed).toBeLessThan(totals.quotes / 2);
});

test("the same holds for other programs in each run with another seed", () => {
  const program = fc.integer({ min: 1_000_000, max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(program, (seed) => {
      compareFeeding(seed);
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

test("the same holds where only the spread moves, which calls margins and stops out around a middle that stays", () => {
  const events = new Map<string, number>();
  for (let seed = 0; seed < 60; seed++) {
    compareFeeding(seed, {
      program: runSpreadProgram,
      onOutcome: (outcome) => {
        for (const event of outcome.events) {
          const name = event.type === "filled" ? event.fill.rule : event.type;
          events.set(name, (events.get(name) ?? 0) + 1);
        }
      },
    });
  }
  expect(events.get("margin_called")).toBeGreaterThan(20);
  expect(events.get("stop_out")).toBeGreaterThan(20);
});

test("an order is watched at the price that it fills at, and on the side that it is reached from", () => {
  const cases: Array<[order: Partial<DemoOrderTerms>, level: Partial<DemoLevel> & { price: number }]> = [
    [
      { type: "limit", price: 59_000 },
      { reference: "ask", direction: "down", price: 59_000 },
    ],
    [
      { type: "limit", price: 61_000, side: "sell" },
      { reference: "bid", direction: "up", price: 61_000 },
    ],
    [
      { type: "stop", price: 61_000 },
      { reference: "ask", direction: "up", price: 61_000 },
    ],
    [
      { type: "stop", price: 59_000, side: "sell" },
      { reference: "bid", direction: "down", price: 59_000 },
    ],
    [
      { type: "stop_limit", price: 61_000, limitPrice: 7 },
      { reference: "ask", direction: "up", price: 61_000 },
    ],
  ];
  for (const [order, level] of cases) {
    const demo = new DemoDriver({ costs: "typical" });
    demo.quote("BTCUSDm", 59_999, 60_001);
    demo.place({ ...order, units: 1_000 });
    expect(demoLevels(demo.state)).toEqual([
      { id: "order:1", symbol: "BTCUSDm", armedSeq: demo.seq, type: "price", ...level } as DemoLevel,
    ]);
  }
});

test("a position is watched at what closes it, and the margin around the price", () => {
  const demo = new DemoDriver({ startCents: 1_000_000, leverage: 10 });
  demo.quote("BTCUSDm", 6_000_000);
  demo.place({ stop: 5_500_000, target: 7_000_000, trail: 5_000 });
  const base = { symbol: "BTCUSDm", reference: "mid", armedSeq: demo.seq } as const;
  expect(demoLevels(demo.state)).toEqual([
    { id: "position:1:stop", ...base, direction: "down", type: "price", price: 5_500_000 },
    { id: "position:1:target", ...base, direction: "up", type: "price", price: 7_000_000 },
    { id: "position:1:trail", ...base, direction: "down", type: "trail", distance: 5_000, extreme: 6_000_000 },
    // The margin call is at 5,600,000; two cents are kept for rounding and for the comparison.
    { id: "margin:BTCUSDm:mid:down", ...base, direction: "down", type: "price", price: 5_600_001 },
  ]);
});

test("without slack every quote of every symbol is given", () => {
  const demo = new DemoDriver({ startCents: 600_000, leverage: 10 });
  demo.quote("BTCUSDm", 6_000_000);
  demo.place({ units: BTC });
  expect(demoLevels(demo.state).map(({ id }) => id)).toEqual([
    "margin:US500:any",
    "margin:USTECm:any",
    "margin:XAUUSDm:any",
    "margin:BTCUSDm:any",
    "margin:ETHUSDm:any",
  ]);
});

test("positions that balance each other without costs need no margin level", () => {
  const demo = new DemoDriver({ leverage: 10 });
  demo.quote("BTCUSDm", 6_000_000);
  demo.place({ units: BTC / 10 });
  demo.place({ units: BTC / 10, side: "sell" });
  expect(demoLevels(demo.state)).toEqual([]);
});
