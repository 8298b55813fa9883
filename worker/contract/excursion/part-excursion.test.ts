import { expect, test } from "bun:test";
import { naiveExcursion } from "../../../dev/test/naive-excursion.ts";
import { randomTrade } from "../../../dev/test/random-trades.ts";
import { measurePart, milliROfSteps } from "./part-excursion.ts";
import { type PathPosition, partCentsAt, pathOf } from "./position-path.ts";

/** A bitcoin bought at 100.00 with the stop at 99.00, closed in two parts. */
const BOUGHT: PathPosition = {
  symbol: "BTCUSD",
  side: "buy",
  entryPrice: 10_000,
  openSeq: 1,
  openedAtMs: 1_000,
  stop: 9_900,
  parts: [
    { id: 2, units: 60_000_000, price: 10_100, seq: 4, atMs: 4_000 },
    { id: 3, units: 40_000_000, price: 9_950, seq: 6, atMs: 9_000 },
  ],
};
const POINTS = [
  { seq: 1, atMs: 900, price: 9_990 },
  { seq: 2, atMs: 2_000, price: 10_010 },
  { seq: 3, atMs: 3_000, price: 9_980 },
  { seq: 4, atMs: 3_990, price: 10_100 },
  { seq: 5, atMs: 5_000, price: 10_250 },
  { seq: 6, atMs: 8_900, price: 9_950 },
  { seq: 7, atMs: 9_100, price: 20_000 },
];

test("a part's worst and best moments, its time in profit and its place between both, by hand", () => {
  expect(measurePart(BOUGHT, POINTS, 0)).toEqual({
    id: 2,
    worst: { seq: 3, atMs: 3_000, price: 9_980, steps: -20, cents: -12, milliR: -200 },
    best: { seq: 4, atMs: 4_000, price: 10_100, steps: 100, cents: 60, milliR: 1_000 },
    exit: { seq: 4, atMs: 4_000, price: 10_100, steps: 100, cents: 60, milliR: 1_000 },
    heldMs: 3_000,
    profitMs: 1_000,
    efficiencyMilli: 1_000,
  });
  expect(measurePart(BOUGHT, POINTS, 1)).toEqual({
    id: 3,
    worst: { seq: 6, atMs: 9_000, price: 9_950, steps: -50, cents: -20, milliR: -500 },
    best: { seq: 5, atMs: 5_000, price: 10_250, steps: 250, cents: 100, milliR: 2_500 },
    exit: { seq: 6, atMs: 9_000, price: 9_950, steps: -50, cents: -20, milliR: -500 },
    heldMs: 8_000,
    profitMs: 1_000 + (9_000 - 3_990),
    efficiencyMilli: 0,
  });
});

test("without a stop on the loss side there is no R", () => {
  expect(milliROfSteps({ ...BOUGHT, stop: null }, 100)).toBeNull();
  expect(milliROfSteps({ ...BOUGHT, stop: 10_000 }, 100)).toBeNull();
  expect(measurePart({ ...BOUGHT, stop: 10_001 }, POINTS, 0).best.milliR).toBeNull();
});

test("of a trade at one price there is no place between worst and best", () => {
  const flat = { ...BOUGHT, parts: [{ id: 2, units: 1, price: 10_000, seq: 2, atMs: 2_000 }] };
  const found = measurePart(flat, [{ seq: 1, atMs: 900, price: 10_000 }], 0);
  expect(found).toMatchObject({ profitMs: 0, efficiencyMilli: null, worst: { seq: 1, steps: 0, cents: 0 } });
});

test("the parts that are open add up to the cent, where each alone would not", () => {
  const half = { id: 1, units: 50, price: 10_000, seq: 9, atMs: 9_000 };
  const position = { ...BOUGHT, parts: [half, { ...half, id: 2 }] };
  // 50 units gain half a cent at a million steps: together exactly one.
  const point = { seq: 2, atMs: 2_000, price: 1_010_000 };
  expect([0, 1].map((index) => partCentsAt(position, index, point))).toEqual([1, 0]);
});

test("10,000 random trades with partial closes are as the naive reading of their tape has them", () => {
  let parts = 0;
  for (let seed = 0; seed < 10_000; seed++) {
    const trade = randomTrade(seed);
    const points = pathOf(trade.quotes, trade.position, trade.costs);
    trade.position.parts.forEach((_, index) => {
      parts += 1;
      const found = measurePart(trade.position, points, index);
      const naive = naiveExcursion(trade, index);
      // Compared as text first: a matcher for each would take most of the time.
      if (JSON.stringify(found) !== JSON.stringify(naive))
        expect({ seed, index, ...found }).toEqual({ seed, index, ...naive });
    });
  }
  expect(parts).toBeGreaterThan(20_000);
});
