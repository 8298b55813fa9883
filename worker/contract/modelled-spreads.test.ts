import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import {
  modelledSides,
  modelledSpreadsVersionAt,
  NEWEST_SPREADS,
  type SpreadsVersion,
  spreadsAt,
} from "./modelled-spreads.ts";
import { midSteps } from "./quotes.ts";
import { FEED_SYMBOL_LIST } from "./symbols.ts";

test("the middle of the modelled sides is the trade's price, at any price and time", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...FEED_SYMBOL_LIST),
      fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 1e12 })),
      fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2029, 0, 1) }),
      (symbol, tradeSteps, atMs) => {
        const { bid, ask } = modelledSides(symbol, tradeSteps, atMs);
        expect(midSteps({ bid, ask })).toBe(tradeSteps);
        expect(bid).toBeGreaterThanOrEqual(1);
        expect(ask).toBeGreaterThanOrEqual(bid);
      },
    ),
  );
});

test("an index has its narrowest spread while the stock exchanges are open", () => {
  const mondayMs = Date.UTC(2026, 10, 23);
  const spreadAt = (hour: number) => {
    const { bid, ask } = modelledSides("US500", 548_000, mondayMs + hour * 3_600_000);
    return ask - bid;
  };
  expect(spreadAt(15)).toBe(50);
  expect(spreadAt(3)).toBe(90);
  expect(spreadAt(22.5)).toBe(150);
});

test("a quote keeps the version that held when it was made, also when there is a newer one", () => {
  const changedMs = Date.UTC(2027, 0, 1);
  const versions: SpreadsVersion[] = [
    { ...NEWEST_SPREADS, version: 1, fromMs: 0 },
    { ...NEWEST_SPREADS, version: 2, fromMs: changedMs },
  ];
  expect(spreadsAt(changedMs - 1, versions).version).toBe(1);
  expect(spreadsAt(changedMs, versions).version).toBe(2);
  expect(modelledSpreadsVersionAt(0)).toBe(1);
  expect(modelledSpreadsVersionAt(changedMs)).toBe(1);
});
